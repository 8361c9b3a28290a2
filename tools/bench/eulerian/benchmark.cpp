#include "tables.hpp"

namespace sinew::bench {

Benchmark eulerian_benchmark() {
    return {"eulerian",
            "solids, fluids and smoke on regular grids",
            {projections_table(), fluid_substeps_table(), eulerian_solids_table(),
             eulerian_particles_table(), eulerian_scenes_table(), eulerian_steps_table()}};
}

}  // namespace sinew::bench
