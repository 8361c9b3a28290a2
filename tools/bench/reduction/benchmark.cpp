#include "tables.hpp"

namespace sinew::bench {

Benchmark reduction_benchmark() {
    return {"reduction",
            "model reduction: precomputation, steps and accuracy of bodies in subspaces",
            {precomputation_table(), step_table(), changing_materials_table(), mesh_size_table(),
             spoon_table(), player_table(), materials_table(), cubature_table(),
             reduced_against_full_table(), published_bodies_table()}};
}

}  // namespace sinew::bench
