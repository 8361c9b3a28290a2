/// The tables of `skinning`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table mixed_frames_table();
Table elbow_table();
Table elephant_table();
Table surface_parts_table();
Table surface_bending_table();
Table surface_published_contact_table();
Table surface_convergence_table();
Table rig_parts_table();

}  // namespace sinew::bench
