/// No end in silence: what a program does about calls of exit() and signals that are not its own.
#pragma once

namespace sinew {

/// While one lives (one at a time, in main), this process, not those that it starts, treats
///
/// - a call of exit() or quick_exit() as an error: no library ends Sinew. Standard error says in
///   which plugin, node and call it came, the EndReport is written (status `failed`), and the exit
///   code is 1. A call of _exit() cannot be seen;
/// - SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT: the same is said (status `crashed`), by what a
///   handler may call, on a stack of its own. Then the signal does what it would have done, so that
///   the exit code is 128 and its number, and a core is written where the user wants one;
/// - SIGXFSZ (ulimit -f) and SIGPIPE: what is written fails with EFBIG or EPIPE in place of an end.
class EndGuard {
public:
    EndGuard();
    ~EndGuard();
    EndGuard(const EndGuard&) = delete;
    EndGuard& operator=(const EndGuard&) = delete;

    /// Puts the handlers back where a guard lives: libraries (PETSc, Gmsh) take them away.
    static void restore_handlers();
    /// Gives the calling thread a stack for the handlers, as the guard's own thread has one: else
    /// nobody hears of it that its stack overflows.
    static void cover_this_thread();

    /// True if this process has met a limit on the size of files (SIGXFSZ).
    static bool met_file_limit();
    /// True if it has written into a pipe that nobody reads (SIGPIPE).
    static bool met_closed_pipe();
};

}  // namespace sinew
