// Runs the fuzzer's entry (fuzz.cpp) on inputs that were kept: files with one a line, in hexadecimal digits.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  int ran = 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i]);
    for (std::string line; std::getline(file, line); ++ran) {
      std::vector<std::uint8_t> bytes;
      for (std::size_t at = 0; at + 1 < line.size(); at += 2) {
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(line.substr(at, 2), nullptr, 16)));
      }
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
  }
  std::cout << ran << " inputs\n";
  return ran == 0 ? 1 : 0;
}
