/// Work in a process of its own, for libraries that a damaged file can bring down.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace sinew {

/// The end of such a process before it had an answer: "it was stopped by signal 11 (Segmentation
/// fault)".
class ProcessDied : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Ends the process with an InputError for its parent, from where nothing may be thrown (inside a
/// library, say). Outside of work() it does nothing.
void leave_own_process(const std::string& message, const std::string& remedy);

/// Lets work() take any time from here on. Outside of it, it does nothing.
void lift_limit_of_own_process();

/// Runs `work` in a child of this process and gives the bytes that it returns. The child may use
/// `cpu_seconds` of processor time, and no more memory than this machine has. What it changes is
/// lost; an InputError that it throws is thrown here, without places. Throws ProcessDied if it
/// ends otherwise: by a signal, by exit() or _exit(), by another exception. Throws Stopped, and
/// kills the child, where leave_if_stopped() would: signals that ask for a stop are for the parent.
/// Programs that the child has executed are killed when it ends, or this process, however they do.
///
/// The child has this thread alone: work() must not wait for others (OpenMP, TBB).
std::string in_own_process(const std::function<std::string()>& work, double cpu_seconds);

}  // namespace sinew
