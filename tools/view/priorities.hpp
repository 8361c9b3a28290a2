/// Steps first, pictures with what is left of the machine.
#pragma once

namespace sinew::view {

/// Without a graphics card Mesa draws on the processor (llvmpipe), with a thread a core, which
/// would compete with those that step: it takes the cores that `n_stepping` threads leave, at least
/// one, unless LP_NUM_THREADS says how many. Before the first window.
void leave_cores_to(int n_stepping);

/// This thread draws, as do those that it starts from now on: when they wake, they do not interrupt
/// others (Linux: SCHED_BATCH).
void draw_behind();
/// This thread steps, though one that draws has started it.
void step_ahead();

}  // namespace sinew::view
