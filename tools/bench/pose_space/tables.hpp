/// The tables of `pose_space`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table characters_table();
Table vectors_table();
Table pose_mesh_size_table();

}  // namespace sinew::bench
