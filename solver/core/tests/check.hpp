// The little that these tests need: TEST(suite, name) { CHECK(...); }, gathered and run by main.cpp.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace check {

struct Test {
  std::string suite;
  std::string name;
  void (*run)();
};

inline std::vector<Test>& all() {
  static std::vector<Test> tests;
  return tests;
}

struct Registered {
  Registered(const char* suite, const char* name, void (*run)()) { all().push_back({suite, name, run}); }
};

// Failures of the test that runs now.
inline std::vector<std::string>& failures() {
  static std::vector<std::string> lines;
  return lines;
}

inline void fail(const char* file, int line, const std::string& text) {
  std::ostringstream out;
  out << file << ':' << line << ": " << text;
  failures().push_back(out.str());
}

template <typename A, typename B>
void equal(const A& a, const B& b, const char* text, const char* file, int line) {
  if (a == b) return;
  std::ostringstream out;
  out << text << ": " << a << " is not " << b;
  fail(file, line, out.str());
}

}  // namespace check

#define TEST(suite, name)                                                                    \
  static void suite##_##name();                                                              \
  static const check::Registered registered_##suite##_##name{#suite, #name, suite##_##name}; \
  static void suite##_##name()
#define CHECK(condition) \
  if (!(condition)) check::fail(__FILE__, __LINE__, #condition)
#define CHECK_EQUAL(a, b) check::equal((a), (b), #a " == " #b, __FILE__, __LINE__)
#define CHECK_THROWS(statement, error)                             \
  try {                                                            \
    statement;                                                     \
    check::fail(__FILE__, __LINE__, #statement " throws nothing"); \
  } catch (const error&) {                                         \
  }
