#include "tables.hpp"

namespace sinew::bench {

Benchmark pose_space_benchmark() {
    return {"pose_space",
            "secondary motion of rigged characters in subspaces mixed over poses, beside full "
            "space and the published figures",
            {characters_table(), vectors_table(), pose_mesh_size_table(), phases_table(),
             pose_precomputation_table(), constrained_modes_table(), ground_table(),
             kept_contacts_table(), cubature_errors_table(), coarse_meshes_table(),
             local_pull_table(), played_characters_table(), transferred_table(), alignment_table(),
             unaligned_table(), fits_table(), limits_table()}};
}

}  // namespace sinew::bench
