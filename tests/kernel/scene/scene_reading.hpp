/// Shared by the tests of scenes: a folder of files, and the text of an error.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sinew/kernel/scene/value.hpp>
#include <string>

namespace sinew::test {

/// A folder that lives as long as the test; reads scenes as a user inside it would.
class SceneFiles {
public:
    SceneFiles() : before_(std::filesystem::current_path()) {
        std::string name = (std::filesystem::temp_directory_path() / "sinew-scene-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        std::filesystem::current_path(folder_);
    }
    ~SceneFiles() {
        std::filesystem::current_path(before_);
        std::filesystem::remove_all(folder_);
    }
    SceneFiles(const SceneFiles&) = delete;
    SceneFiles& operator=(const SceneFiles&) = delete;

    void write(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << text;
    }

private:
    std::filesystem::path before_;
    std::filesystem::path folder_;
};

/// Errors as `place: message | remedy`, one a line; "" if there is none.
inline std::string summary(const InputError& error) {
    std::string text;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
        const SourceMark& where = diagnostic.where;
        if (!text.empty()) text += "\n";
        if (where.source) text += where.source->name + ":";
        if (where.known())
            text += std::to_string(where.line) + ":" + std::to_string(where.column) + ":";
        text += " " + diagnostic.message;
        if (!diagnostic.remedy.empty()) text += " | " + diagnostic.remedy;
    }
    return text;
}

inline std::string error_of(const std::string& text, const std::vector<Override>& overrides = {}) {
    try {
        parse_scene(text, "scene.yaml", overrides);
    } catch (const InputError& error) {
        return summary(error);
    }
    return "";
}

inline std::string error_of_file(const std::string& file) {
    try {
        read_scene(file);
    } catch (const InputError& error) {
        return summary(error);
    }
    return "";
}

/// The value at keys and places: at(scene, {"time", "step"}).
inline const Value& at(const Value& root, const std::vector<std::string>& words) {
    const Value* value = &root;
    for (const std::string& word : words) {
        const Value* const next =
            value->is_list() ? &value->items.at(std::stoul(word)) : value->find(word);
        if (!next) throw std::out_of_range("no '" + word + "' in '" + value->path + "'");
        value = next;
    }
    return *value;
}

/// "line:column+length" of a mark.
inline std::string place(const SourceMark& mark) {
    return std::to_string(mark.line) + ":" + std::to_string(mark.column) + "+" +
           std::to_string(mark.length);
}

}  // namespace sinew::test
