/// The treatment of errors that reach the main() of any of Sinew's programs.
#pragma once

#include <exception>
#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <stdexcept>

namespace sinew {

/// The command line does not say what to do.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The exit code of run(): what it returns, 2 if the command line or the input is wrong, 1 if
/// anything else is thrown. Errors go to standard error.
template <class Run>
int exit_code_of(Run&& run) {
    try {
        const int code = run();
        if (std::cout.flush()) return code;
        std::cerr << "error: standard output could not be written (is the disk full?)\n";
        return 1;
    } catch (const UsageError& error) {
        std::cerr << error.what() << "\n";
        return 2;
    } catch (const InputError& error) {
        std::cerr << error.what() << "\n";
        return 2;
    } catch (const std::exception& error) {
        std::cerr << (is_out_of_memory(error) ? format(out_of_memory()) : error.what()) << "\n";
        return 1;
    }
}

}  // namespace sinew
