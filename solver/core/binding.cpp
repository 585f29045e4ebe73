#include <nanobind/nanobind.h>

NB_MODULE(_core, m) {
    m.attr("version") = "0.1.0";
}
