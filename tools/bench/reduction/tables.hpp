/// The tables of `reduction`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table precomputation_table();
Table step_table();
Table mesh_size_table();
Table spoon_table();
Table player_table();
Table changing_materials_table();
Table materials_table();
Table cubature_table();
Table reduced_against_full_table();
Table published_bodies_table();

}  // namespace sinew::bench
