/// The tables of `pose_space`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table characters_table();
Table vectors_table();
Table pose_mesh_size_table();
Table phases_table();
Table pose_precomputation_table();
Table constrained_modes_table();
Table ground_table();
Table cubature_errors_table();
Table coarse_meshes_table();
Table local_pull_table();
Table played_characters_table();
Table kept_contacts_table();
Table limits_table();
Table transferred_table();
Table unaligned_table();
Table alignment_table();
Table fits_table();

}  // namespace sinew::bench
