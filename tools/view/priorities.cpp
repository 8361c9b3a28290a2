#include "priorities.hpp"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace sinew::view {

namespace {

/// A system that knows no such policy schedules as it did.
void set_policy(int policy) {
    const sched_param same{};
    sched_setscheduler(0, policy, &same);
}

}  // namespace

void leave_cores_to(int n_stepping) {
    const int n = std::max(1, omp_get_num_procs() - n_stepping);
    ::setenv("LP_NUM_THREADS", std::to_string(n).c_str(), /*overwrite=*/0);
}

void draw_behind() {
    set_policy(SCHED_BATCH);
}

void step_ahead() {
    set_policy(SCHED_OTHER);
}

}  // namespace sinew::view
