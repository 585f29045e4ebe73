// Runs the tests of the suites named, or all of them; status 1 if one fails.
#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "check.hpp"

int main(int argc, char** argv) {
  const std::vector<std::string> suites(argv + 1, argv + argc);
  int ran = 0;
  int failed = 0;
  for (const check::Test& test : check::all()) {
    if (!suites.empty() && std::find(suites.begin(), suites.end(), test.suite) == suites.end()) continue;
    check::failures().clear();
    try {
      test.run();
    } catch (const std::exception& error) {
      check::failures().push_back(std::string("it threw: ") + error.what());
    }
    ++ran;
    if (check::failures().empty()) continue;
    ++failed;
    std::cout << test.suite << '.' << test.name << " failed\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(check::failures().size(), 10); ++i) {
      std::cout << "  " << check::failures()[i] << '\n';
    }
  }
  std::cout << ran << " tests, " << failed << " failed\n";
  return failed != 0 || ran == 0 ? 1 : 0;
}
