// Whether there are threads: not in WebAssembly, where a solver has one search and its locks hold nobody up.
#pragma once

#if defined(__wasm__)
#define BACKALLEY_THREADS 0
#else
#define BACKALLEY_THREADS 1
#endif
