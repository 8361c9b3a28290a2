#include "tables.hpp"

namespace sinew::bench {

Benchmark skinning_benchmark() {
    return {"skinning",
            "physics-based skinning: frames a second, iterations, volume and inverted elements",
            {mixed_frames_table(), elbow_table(), elephant_table(), surface_parts_table(),
             surface_bending_table(), surface_published_contact_table(),
             surface_convergence_table(), rig_parts_table()}};
}

}  // namespace sinew::bench
