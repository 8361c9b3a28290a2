#include <fmt/format.h>

#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/player/model.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "info_files.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace {

/// The number of entries, or the only entry.
template <class T>
std::vector<std::string> words(const char* sort, const std::vector<T>& list) {
    return {sort, std::to_string(list.size()), list.size() == 1 ? fmt::format("{}", list[0]) : ""};
}

std::vector<std::string> words(const Archive::Entry& entry) {
    if (const auto* numbers = std::get_if<std::vector<double>>(&entry))
        return words("numbers", *numbers);
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&entry))
        return words("integers", *integers);
    const std::string& text = std::get<std::string>(entry);
    const std::string line = text.substr(0, text.find('\n'));
    return {"text", std::to_string(text.size()),
            line.substr(0, 40) + (line.size() > 40 || line.size() < text.size() ? " ..." : "")};
}

/// Refuses a model that the player would not take, in the player's words: "what is wrong; what to
/// do".
void check_model(const std::string& file) {
    try {
        (void)player::read_model(file);
    } catch (const player::FileError& error) {
        const std::string words = error.what();
        const std::size_t end = std::min(words.rfind("; "), words.size());
        throw InputError(Diagnostic::error(words.substr(0, end))
                             .remedy(words.substr(std::min(end + 2, words.size()))));
    }
}

}  // namespace

void print_archive(const std::filesystem::path& file) {
    const Archive archive = read_archive(file);
    if (archive.has("player/format")) check_model(file.string());
    std::cout << fmt::format("{}: archive written by Sinew {}\n", file.string(),
                             archive_writer(file));
    if (archive.has("run/index") && archive.has("run/scene_hash"))
        std::cout << fmt::format("  checkpoint after step {} of the scene {}\n",
                                 archive.integer("run/index"), archive.text("run/scene_hash"));
    if (archive.has("player/format"))
        std::cout << fmt::format(
            "  reduced model of {}: {} degrees of freedom, steps of {:g} s, format {} "
            "(docs/player.md)\n",
            archive.text("player/title"), archive.integer("size"), archive.number("step"),
            archive.integer("player/format"));
    if (const auto label = artifact_label(archive))
        std::cout << fmt::format("  {} with key {}, made in {:.3g} s from\n{}", label->kind,
                                 label->key.hash(), label->seconds, label->key.describe());
    TextTable table({"key", "sort", "size", "value"});
    for (const auto& [key, entry] : archive.entries()) {
        std::vector<std::string> row = words(entry);
        row.insert(row.begin(), key);
        table.add(std::move(row));
    }
    std::cout << "\n" << table.text();
}

}  // namespace sinew::tools
