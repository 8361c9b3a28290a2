/// The commands of `sinew`: each is one file, and one line of the table in command.cpp.
#pragma once

#include <boost/program_options.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace sinew::tools {

using Arguments = std::vector<std::string>;

struct Command {
    const char* name;
    const char* usage;    ///< what follows the name: "SCENE [-o DIR] ..."
    const char* summary;  ///< one line
    int (*run)(const Command& self, const Arguments& arguments);
};

const std::vector<Command>& commands();

/// Options and positional arguments of one command.
class Options {
public:
    explicit Options(const Command& command);

    /// To declare options: `options.add()("quiet", "only errors")`.
    boost::program_options::options_description_easy_init add() { return named_.add_options(); }
    /// A positional argument, in order; the last may repeat.
    void positional(const char* name, bool required, int max_count = 1);

    /// False if only help was asked for, which is then printed. Throws UsageError.
    bool parse(const Arguments& arguments);

    bool has(const char* name) const { return values_.count(name) != 0; }
    std::string text(const char* name, const std::string& otherwise = {}) const;
    std::vector<std::string> texts(const char* name) const;
    template <class T>
    T value(const char* name) const {
        return values_[name].template as<T>();
    }

private:
    const Command& command_;
    boost::program_options::options_description named_{"options"};
    boost::program_options::options_description hidden_;
    boost::program_options::positional_options_description order_;
    std::vector<std::string> required_;
    boost::program_options::variables_map values_;
};

int run_command(const Command& self, const Arguments& arguments);
int precompute_command(const Command& self, const Arguments& arguments);
int validate_command(const Command& self, const Arguments& arguments);
int export_command(const Command& self, const Arguments& arguments);
int describe_command(const Command& self, const Arguments& arguments);
int schema_command(const Command& self, const Arguments& arguments);
int plugins_command(const Command& self, const Arguments& arguments);
int new_command(const Command& self, const Arguments& arguments);
int render_command(const Command& self, const Arguments& arguments);
int view_command(const Command& self, const Arguments& arguments);
int sketch_command(const Command& self, const Arguments& arguments);
int bench_command(const Command& self, const Arguments& arguments);
int info_command(const Command& self, const Arguments& arguments);

}  // namespace sinew::tools
