// Work on many things, thread beside thread, until all is done or one fails.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>

#include "joined.hpp"

namespace backalley {

// Takes the indices below `size` in order, on up to `threads` threads: each has a worker of its own from make_worker(),
// called as worker(index).  A worker that answers false has its thread take no more.  The first exception stops all
// and is thrown here.
template <typename MakeWorker>
void side_by_side(int threads, std::size_t size, const MakeWorker& make_worker) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr error;
  std::mutex guard;
  const auto fail = [&] {
    const std::lock_guard lock(guard);
    if (!failed.exchange(true)) error = std::current_exception();
  };
  const auto work = [&] {
    try {
      auto worker = make_worker();
      for (std::size_t index = next++; index < size && !failed.load(std::memory_order_relaxed); index = next++) {
        if (!worker(index)) break;
      }
    } catch (...) {
      fail();
    }
  };
  {
    Joined others;
    const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(std::max(threads, 1)), size);
    try {
      for (std::size_t t = 1; t < wanted; ++t) others.start(work);
    } catch (...) {
      fail();
    }
    work();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace backalley
