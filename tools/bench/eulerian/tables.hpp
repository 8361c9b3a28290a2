/// The tables of `eulerian`, one file each.
#pragma once

#include "kit/benchmark.hpp"

namespace sinew::bench {

Table projections_table();
Table fluid_substeps_table();
Table eulerian_solids_table();
Table eulerian_particles_table();
Table eulerian_scenes_table();
Table eulerian_steps_table();

}  // namespace sinew::bench
