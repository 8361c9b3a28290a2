/// sinew describe [KIND[/NAME]], sinew describe --markdown DIR

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sinew/kernel/library/trial.hpp>

#include "command.hpp"
#include "reference.hpp"
#include "scene_options.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace po = boost::program_options;

namespace {

void add_rows(TextTable& table, const std::vector<ParamDoc>& params, const std::string& indent) {
    for (const ParamDoc& doc : params) {
        std::string type = doc.type;
        if (!doc.unit.empty()) type += " [" + doc.unit + "]";
        const std::string fallback = doc.required                ? "required"
                                     : doc.default_value.empty() ? "-"
                                                                 : doc.default_value;
        table.add(
            {indent + doc.name, type, doc.range.empty() ? "-" : doc.range, fallback, doc.meaning});
        add_rows(table, doc.nested, indent + "  ");
    }
}

void print_params(const std::vector<ParamDoc>& params) {
    if (params.empty()) {
        std::cout << "\nIt has no parameters.\n";
        return;
    }
    TextTable table({"parameter", "type [unit]", "range", "default", "meaning"});
    add_rows(table, params, "");
    std::cout << "\n" << table.text();
}

void print_overview(const SceneReference& reference) {
    TextTable table({"kind", "slot", "plugins", "meaning"});
    for (const KindDoc& kind : reference.kinds)
        table.add({kind.name, kind.slot.empty() ? "(nested)" : kind.slot,
                   std::to_string(kind.plugins.size()), kind.meaning});
    std::cout << table.text() << "\n";
    TextTable structures({"structure", "meaning"});
    for (const StructureDoc& one : reference.structures) structures.add({one.name, one.meaning});
    std::cout << structures.text()
              << "\n`sinew describe KIND` lists plugins, `sinew describe KIND/NAME` parameters.\n";
}

void print_kind(const KindDoc& kind) {
    TextTable table({kind.name, "summary"});
    for (const PluginDoc& plugin : kind.plugins)
        table.add({plugin.id.substr(kind.name.size() + 1), plugin.summary});
    std::cout << table.text();
}

void print_plugin(const PluginDoc& plugin) {
    std::cout << plugin.id << ": " << plugin.summary << "\n";
    if (!plugin.source.empty()) std::cout << "source: " << plugin.source << "\n";
    if (!plugin.traits.empty())
        std::cout << fmt::format("traits: {}\n", fmt::join(plugin.traits, ", "));
    if (!plugin.refusals.empty())
        std::cout << fmt::format("refuses: {}\n", fmt::join(plugin.refusals, "; "));
    print_params(plugin.params);
}

}  // namespace

int describe_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("KIND[/NAME]", false);
    options.add()("markdown", po::value<std::string>()->value_name("DIR"),
                  "write the scene reference: one page a kind");
    if (!options.parse(arguments)) return 0;
    try_libraries_apart();

    PluginRegistry plugins;
    const std::string wanted = options.text("KIND[/NAME]");
    if (wanted.find('/') != std::string::npos) {
        const std::size_t slash = wanted.find('/');
        if (slash == 0 || slash + 1 == wanted.size())
            throw UsageError(
                fmt::format("'{}' names no plugin: write KIND/NAME, as in material/neo_hookean; "
                            "`sinew describe` lists the kinds, `sinew describe KIND` the names",
                            wanted));
        const PluginDescription& plugin =
            plugins.require(wanted.substr(0, slash), wanted.substr(slash + 1), {});
        print_plugin(plugin_doc(plugin));
        return 0;
    }
    const SceneReference reference = scene_reference(plugins, mechanics_slots());
    if (options.has("markdown")) {
        write_markdown(reference, options.text("markdown"));
        return 0;
    }
    if (wanted.empty()) {
        print_overview(reference);
        return 0;
    }
    for (const KindDoc& kind : reference.kinds)
        if (kind.name == wanted || kind.slot == wanted) {
            print_kind(kind);
            return 0;
        }
    for (const StructureDoc& structure : reference.structures)
        if (structure.name == wanted) {
            std::cout << structure.name << ": " << structure.meaning << "\n";
            print_params(structure.params);
            return 0;
        }
    throw UsageError(unknown_kind(reference, wanted));
}

}  // namespace sinew::tools
