#include "command.hpp"

#include <fmt/format.h>

#include <iostream>
#include <sinew/kernel/diagnostics/nearest.hpp>

#include "command_line.hpp"

namespace sinew::tools {

namespace po = boost::program_options;

const std::vector<Command>& commands() {
    static const std::vector<Command> table{
        {"run", "SCENE [options]", "run a scene and write its results", run_command},
        {"validate", "SCENE [options]", "report every mistake of a scene at once",
         validate_command},
        {"precompute", "SCENE [options]", "make bases, cubatures and the like ahead of a run",
         precompute_command},
        {"export", "SCENE [options]", "write a reduced model for the player, which C programs link",
         export_command},
        {"describe", "[KIND[/NAME]]", "what there is: kinds, plugins, their parameters",
         describe_command},
        {"schema", "", "JSON schema of the scene format, for editors", schema_command},
        {"plugins", "", "which plugins were found where, and why any was refused", plugins_command},
        {"new", "plugin KIND/NAME [options]", "write a plugin that compiles, with test and scene",
         new_command},
        {"render", "DIR [options]", "PNG frames and a contact sheet of a run, without a display",
         render_command},
        {"view", "SCENE [options]", "a window on a running scene: pull it with the mouse",
         view_command},
        {"sketch", "SCENE [options]", "record forces by hand on a linear model, for basis/sketch",
         sketch_command},
        {"bench", "[NAME] [options]", "measure on this machine: tables, JSON and plots",
         bench_command},
        {"info", "FILE", "what a mesh, a result, a checkpoint or a run's folder holds",
         info_command},
    };
    return table;
}

Options::Options(const Command& command) : command_(command) {
    named_.add_options()("help,h", "this text");
}

void Options::positional(const char* name, bool required, int max_count) {
    hidden_.add_options()(name, po::value<std::vector<std::string>>());
    order_.add(name, max_count);
    if (required) required_.push_back(name);
}

bool Options::parse(const Arguments& arguments) {
    po::options_description all;
    all.add(named_).add(hidden_);
    try {
        values_ = read_command_line(command_.name, arguments, all, order_);
    } catch (const po::too_many_positional_options_error&) {
        throw UsageError(fmt::format("sinew {} takes{}{}", command_.name,
                                     *command_.usage ? ": " : " no arguments", command_.usage));
    } catch (const po::unknown_option& error) {
        std::vector<std::string> names;
        for (const auto& option : named_.options()) names.push_back("--" + option->long_name());
        throw UsageError(fmt::format("sinew {}: there is no option {}; {}", command_.name,
                                     error.get_option_name(),
                                     suggestion(error.get_option_name(), names)));
    } catch (const po::error& error) {
        throw UsageError(fmt::format("sinew {}: {}", command_.name, error.what()));
    }
    if (has("help")) {
        std::cout << "sinew " << command_.name << ' ' << command_.usage << "\n\n  "
                  << command_.summary << "\n\n"
                  << named_;
        return false;
    }
    for (const std::string& name : required_)
        if (!has(name.c_str()))
            throw UsageError(fmt::format("sinew {} needs {}: sinew {} {}", command_.name, name,
                                         command_.name, command_.usage));
    return true;
}

std::string Options::text(const char* name, const std::string& otherwise) const {
    const std::vector<std::string> all = texts(name);
    return all.empty() ? otherwise : all.front();
}

std::vector<std::string> Options::texts(const char* name) const {
    if (!has(name)) return {};
    const boost::any& value = values_[name].value();
    if (const auto* one = boost::any_cast<std::string>(&value)) return {*one};
    return boost::any_cast<std::vector<std::string>>(value);
}

}  // namespace sinew::tools
