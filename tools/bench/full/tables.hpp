/// The tables of `full`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table assembly_table();
Table scaling_table();
Table implicit_step_table();
Table statics_table();
Table startup_table();
Table memory_table();
Table multigrid_table();

}  // namespace sinew::bench
