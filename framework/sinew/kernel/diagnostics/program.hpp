/// The treatment of errors that reach the main() of any of Sinew's programs.
#pragma once

#include <exception>
#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/end_guard.hpp>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <stdexcept>

namespace sinew {

/// The command line does not say what to do.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Exit code of a failure after a file met the limit on its size (ulimit -f).
constexpr int file_limit_code = 3;
/// Exit code where nobody reads standard output any more.
constexpr int closed_pipe_code = 4;
/// Exit code of what a signal stopped, and which ended in order.
constexpr int stopped_code = 130;

/// The exit code of run(): what it returns, 2 if the command line or the input is wrong, 1 (or
/// `file_limit_code`) if anything else is thrown. Errors go to standard error. While run() goes on,
/// nothing else ends the process in silence (EndGuard).
template <class Run>
int exit_code_of(Run&& run) {
    const EndGuard guard;
    const auto failure = [] { return EndGuard::met_file_limit() ? file_limit_code : 1; };
    try {
        const int code = run();
        if (std::cout.flush()) return code;
        if (EndGuard::met_closed_pipe()) {
            std::cerr
                << "error: standard output was closed before all of it was written\n"
                   "  remedy: read it to its end (`| head` does not), or write it to a file\n";
            return closed_pipe_code;
        }
        std::cerr << "error: standard output could not be written (is the disk full?)\n";
        return failure();
    } catch (const UsageError& error) {
        std::cerr << shortened(error.what()) << "\n";
        return 2;
    } catch (const InputError& error) {
        std::cerr << error.what() << "\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << (is_out_of_memory(error) ? format(out_of_memory()) : shortened(error.what()))
                  << "\n";
        return failure();
    } catch (...) {
        std::cerr << format(Diagnostic::error(thrown_otherwise)) << "\n";
        return failure();
    }
}

}  // namespace sinew
