// How far a search may go, and what it throws when it must stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>

namespace backalley {

// Shared by all searches of one question.
struct Limits {
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  std::uint64_t nodes = UINT64_MAX;
  const std::atomic<bool>* cancel = nullptr;
};

// The question has no answer, for a limit was reached.
struct Stopped : std::runtime_error {
  enum class Why : std::uint8_t { kTime, kNodes, kCancel };
  explicit Stopped(Why w) : std::runtime_error("stopped"), why(w) {}
  Why why;
};

}  // namespace backalley
