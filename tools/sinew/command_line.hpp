/// The words after a command, as options and arguments: alike in all of Sinew's programs.
#pragma once

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <string>
#include <vector>

namespace sinew::tools {

/// The values of the options and positional arguments of `sinew COMMAND`. Throws po::error, and
/// UsageError if one is an empty text: a variable of the shell that is not set, as a rule, whose
/// option would pass as one that is not given.
inline boost::program_options::variables_map read_command_line(
    const std::string& command, const std::vector<std::string>& words,
    const boost::program_options::options_description& options,
    const boost::program_options::positional_options_description& order) {
    namespace po = boost::program_options;
    const auto parsed = po::command_line_parser(words).options(options).positional(order).run();
    for (const auto& option : parsed.options)
        for (const std::string& value : option.value)
            if (value.empty())
                throw UsageError(
                    fmt::format("sinew {}: {}{} is empty; give it a value, or leave it out (a "
                                "variable of the shell that is not set is empty)",
                                command, option.position_key < 0 ? "--" : "", option.string_key));
    po::variables_map values;
    po::store(parsed, values);
    return values;
}

}  // namespace sinew::tools
