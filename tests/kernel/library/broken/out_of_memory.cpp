/// Asks for more memory than there is, in its constructor.

#include <new>

#include "../idle_stepper.hpp"

namespace {

class OutOfMemory final : public sinew::test::IdleStepper {
public:
    OutOfMemory() { throw std::bad_alloc(); }
};

}  // namespace

SINEW_PLUGIN(OutOfMemory, "solver/out_of_memory", "Never comes to be")
