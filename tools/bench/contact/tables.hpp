/// The tables of `contact`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table ends_table();
Table detection_table();
Table hertz_table();

}  // namespace sinew::bench
