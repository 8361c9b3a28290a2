/// contact: what the potential of distances does, beside the penalties before it and beside closed
/// forms.

#include "tables.hpp"

namespace sinew::bench {

Benchmark contact_benchmark() {
    return {"contact",
            "ends of scenes by steps and tolerances, Hertz's pressure, and the cost of detection",
            {ends_table(), hertz_table(), detection_table()}};
}

}  // namespace sinew::bench
