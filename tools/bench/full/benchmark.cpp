/// full: bodies in all of their degrees of freedom, the finite elements that every other method
/// builds on.

#include "tables.hpp"

namespace sinew::bench {

Benchmark full_benchmark() {
    return {
        "full",
        "assembly, scaling, implicit steps, statics, start-up, memory and multigrid of full-space "
        "bodies",
        {assembly_table(), scaling_table(), implicit_step_table(), statics_table(), startup_table(),
         memory_table(), multigrid_table()}};
}

}  // namespace sinew::bench
