/// Whole runs of small scenes, for the tests of the run loop.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/run/run.hpp>
#include <sstream>
#include <string>

namespace sinew::test {

inline std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// The archive that output/snapshot wrote.
inline Archive read_snapshot(const std::filesystem::path& file) {
    Archive archive;
    std::ifstream stream(file);
    std::string key, sort, value;
    while (stream >> key >> sort >> value) {
        if (sort == "number")
            archive.put(key, std::strtod(value.c_str(), nullptr));
        else if (sort == "integer")
            archive.put(key, std::int64_t{std::stol(value)});
        else
            archive.put(key, value);
    }
    return archive;
}

/// A folder with a scene whose body is written by the test; it goes when the test does.
class SceneFolder {
public:
    explicit SceneFolder(const std::string& node,
                         const std::string& time = "{end: 1 s, step: 0.1}") {
        std::string name =
            (std::filesystem::temp_directory_path() / "sinew-run-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
        std::ofstream(scene()) << "sinew: 1\ntime: " << time << "\nplugins: ['"
                               << SINEW_RUN_PLUGIN_DIR << "']\nscene:\n  - node: a\n"
                               << node;
    }
    SceneFolder(const SceneFolder&) = delete;
    SceneFolder& operator=(const SceneFolder&) = delete;
    ~SceneFolder() { std::filesystem::remove_all(path_); }

    std::filesystem::path path() const { return path_; }
    std::filesystem::path scene() const { return path_ / "scene.yaml"; }
    std::filesystem::path out(const std::string& name = "out") const { return path_ / name; }

    RunOptions options(const std::string& out_name = "out") const {
        RunOptions options;
        options.scene = scene();
        options.folder = out(out_name);
        options.quiet = true;
        options.slots = {{"solver", "solver", false, "", "", nullptr, nullptr},
                         {"outputs", "output", true, "", "", nullptr, nullptr, "", true}};
        options.read_checkpoint = read_snapshot;
        return options;
    }
    int run() const { return run_scene(options()); }
    nlohmann::json report(const std::string& out_name = "out") const {
        return nlohmann::json::parse(text_of(out(out_name) / "run.json"));
    }
    std::string trace(const std::string& name = "trace",
                      const std::string& out_name = "out") const {
        std::string text = text_of(out(out_name) / (name + ".txt"));
        for (char& c : text)
            if (c == '\n') c = ' ';
        return text;
    }

private:
    std::filesystem::path path_;
};

}  // namespace sinew::test
