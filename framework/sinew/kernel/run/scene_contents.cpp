#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sinew/kernel/graph/owner.hpp>
#include <sinew/kernel/run/content.hpp>
#include <sinew/kernel/run/scene_contents.hpp>
#include <sinew/kernel/run/scene_hash.hpp>

namespace sinew {

namespace {

namespace fs = std::filesystem;

/// Keys of one length, without the slashes of paths: in an archive these are groups.
std::string key_of(const char* sort, const std::string& node_path, const std::string& what) {
    return fmt::format("run/{}/{:016x}", sort, fnv1a(node_path + '\0' + what));
}

/// 16 hexadecimal digits, or "" of what is no file or cannot be read.
std::string hash_of(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return "";
    std::ifstream stream(file, std::ios::binary);
    std::string block(std::size_t(1) << 20, '\0');
    std::uint64_t hash = fnv1a({});
    while (stream) {
        stream.read(block.data(), std::streamsize(block.size()));
        hash = fnv1a({block.data(), std::size_t(stream.gcount())}, hash);
    }
    return stream.eof() ? fmt::format("{:016x}", hash) : "";
}

/// True if the file is named by an output, whose values the scene hash leaves out, too.
bool is_of_outputs(SceneGraph& graph, const NamedFile& file) {
    bool found = false;
    graph.visit([&](SceneNode& node) {
        if (node.path() != file.node_path) return;
        for (const SlotRule& rule : graph.slot_rules()) {
            const Value* outputs = rule.is_output ? node.slot(rule.name) : nullptr;
            found |= outputs && holds(*outputs, file.mark);
        }
    });
    return found;
}

}  // namespace

SceneContents::SceneContents(SceneGraph& graph) {
    std::map<fs::path, std::string> hashes;
    for (const NamedFile& file : graph.files().all()) {
        if (is_of_outputs(graph, file)) continue;
        const auto [at, is_new] = hashes.try_emplace(file.absolute);
        if (is_new) at->second = hash_of(file.absolute);
        if (!at->second.empty()) add_file(file, at->second);
    }
    graph.visit([&](SceneNode& node) {
        if (const Content* content = node.attached<Content>())
            contents_.push_back({key_of("contents", node.path(), content->slot),
                                 "run/content" + node.path(), content->slot, node.path(),
                                 node.slot(content->slot)->mark, content->hash});
    });
}

/// Files of one node may be written alike and lie in different folders (by includes): their hashes
/// stand one behind the other.
void SceneContents::add_file(const NamedFile& file, const std::string& hash) {
    const std::string key = key_of("files", file.node_path, file.written);
    const auto same = std::find_if(files_.begin(), files_.end(),
                                   [&](const ContentHash& part) { return part.key == key; });
    if (same != files_.end())
        same->hash += hash;
    else
        files_.push_back({key, {}, file.written, file.node_path, file.mark, hash});
}

void SceneContents::save(Archive& archive) const {
    for (const auto* parts : {&files_, &contents_})
        for (const ContentHash& part : *parts) archive.put(part.key, part.hash);
}

std::vector<Diagnostic> SceneContents::differences(const std::vector<ContentHash>& parts,
                                                   const Archive& archive,
                                                   const std::string& checkpoint) {
    std::vector<Diagnostic> all;
    for (const ContentHash& part : parts) {
        const std::string& key = archive.has(part.key) ? part.key : part.former_key;
        if (!archive.has(key)) continue;
        const std::string& known = archive.text(key);
        if (known == part.hash) continue;
        all.push_back(
            Diagnostic::error(
                fmt::format("{} was written with another {} on {}: its hash is {}, now {}",
                            checkpoint, part.what, part.node_path, known, part.hash))
                .remedy("continue with the files that it was written with, or start anew without "
                        "--from")
                .at(part.mark)
                .on(part.node_path));
    }
    return all;
}

void SceneContents::compare(const Archive& archive, const std::string& checkpoint) const {
    for (const auto* parts : {&files_, &contents_})
        if (auto all = differences(*parts, archive, checkpoint); !all.empty())
            throw InputError(std::move(all));
}

}  // namespace sinew
