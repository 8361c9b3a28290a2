/// The scene reference as Markdown pages.

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>

#include "reference.hpp"

namespace sinew::tools {

namespace {

constexpr const char* origin =
    "<!-- Written by `sinew describe --markdown`; change the declarations in the code instead. "
    "-->\n";

/// Text inside a table's cell.
std::string cell(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c == '\n' ? ' ' : c;
    }
    return out;
}

std::string code(const std::string& text) {
    return text.empty() ? "" : "`" + cell(text) + "`";
}

void add_rows(std::string& out, const std::vector<ParamDoc>& params, const std::string& prefix) {
    for (const ParamDoc& doc : params) {
        out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", code(prefix + doc.name),
                           cell(doc.type), cell(doc.unit), cell(doc.range),
                           doc.required ? "required" : code(doc.default_value), cell(doc.meaning));
        add_rows(out, doc.nested, prefix + doc.name + ".");
    }
}

std::string params_table(const std::vector<ParamDoc>& params) {
    if (params.empty()) return "No parameters.\n";
    std::string out =
        "| parameter | type | unit | range | default | meaning |\n"
        "|---|---|---|---|---|---|\n";
    add_rows(out, params, "");
    return out;
}

std::string index_page(const SceneReference& reference) {
    std::string out = std::string(origin) + "\n# Scene reference\n\n## Kinds of plugins\n\n" +
                      "| kind | slot of a node | what it does | plugins |\n|---|---|---|---|\n";
    for (const KindDoc& kind : reference.kinds) {
        std::string names;
        for (const PluginDoc& plugin : kind.plugins) {
            const std::string name = plugin.id.substr(kind.name.size() + 1);
            names +=
                fmt::format("{}[{}]({}.md#{})", names.empty() ? "" : ", ", name, kind.name, name);
        }
        const std::string slot =
            kind.slot.empty() ? "" : code(kind.slot) + (kind.is_list ? " (list)" : "");
        out += fmt::format("| [{0}]({0}.md) | {1} | {2} | {3} |\n", kind.name, slot,
                           cell(kind.meaning), names);
    }
    for (const StructureDoc& structure : reference.structures)
        out += fmt::format("\n## {}\n\n{}.\n\n{}", structure.name, structure.meaning,
                           params_table(structure.params));
    return out;
}

/// Where a plugin's scene is, and a picture of it: a line each, if the file is there.
std::string scene_and_picture(const std::string& id, const std::filesystem::path& folder) {
    std::string out;
    const std::string scene = fmt::format("scenes/{}.yaml", id);
    if (std::filesystem::exists(folder / "../.." / scene))
        out += fmt::format("\nScene: [{0}](../../{0})\n", scene);
    std::string picture = fmt::format("images/{}.png", id);
    picture[picture.rfind('/')] = '-';
    if (std::filesystem::exists(folder / picture))
        out += fmt::format("\n![The scene of {}]({})\n", id, picture);
    return out;
}

std::string kind_page(const KindDoc& kind, const std::filesystem::path& folder) {
    std::string out = fmt::format("{}\n# {}\n\n{}.\n", origin, kind.name, kind.meaning);
    if (!kind.slot.empty())
        out += fmt::format("Fills the slot `{}:` of a node{}.\n", kind.slot,
                           kind.is_list ? ", which takes a list" : "");
    if (!kind.default_type.empty())
        out += fmt::format("A body that names none gets `{}`.\n", kind.default_type);
    for (const PluginDoc& plugin : kind.plugins) {
        out +=
            fmt::format("\n## {}\n\n{}.\n", plugin.id.substr(kind.name.size() + 1), plugin.summary);
        if (!plugin.source.empty()) out += fmt::format("\nSource: {}\n", plugin.source);
        if (!plugin.traits.empty())
            out += fmt::format("\nTraits: {}\n", fmt::join(plugin.traits, ", "));
        if (!plugin.refusals.empty())
            out += fmt::format("\nRefuses: {}\n", fmt::join(plugin.refusals, "; "));
        out += scene_and_picture(plugin.id, folder);
        out += "\n" + params_table(plugin.params);
    }
    return out;
}

}  // namespace

void write_markdown(const SceneReference& reference, const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw ComputationError(fmt::format("cannot make {}: {}", folder.string(), error.message()));
    write_file_whole(folder / "README.md", index_page(reference));
    for (const KindDoc& kind : reference.kinds)
        write_file_whole(folder / (kind.name + ".md"), kind_page(kind, folder));
}

}  // namespace sinew::tools
