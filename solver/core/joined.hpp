// Threads that are waited for, however their maker ends.
#pragma once

#include <thread>
#include <utility>
#include <vector>

namespace backalley {

class Joined {
 public:
  Joined() = default;
  Joined(const Joined&) = delete;
  Joined& operator=(const Joined&) = delete;
  ~Joined() {
    for (std::thread& thread : threads_) thread.join();
  }
  // std::system_error where the machine has no more of them; those that were begun are waited for all the same.
  template <typename Work>
  void start(Work&& work) {
    threads_.emplace_back(std::forward<Work>(work));
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace backalley
