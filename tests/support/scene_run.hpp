/// Runs a scene of its own text in this process, and reads the tables it wrote.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/run/run.hpp>
#include <sinew/mechanics/archive/hdf5_archive.hpp>
#include <sinew/mechanics/scene/slots.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace sinew::test {

/// A folder with the scene and its results, removed with this.
class SceneRun {
public:
    explicit SceneRun(const std::string& text)
        : folder_(std::filesystem::temp_directory_path() /
                  ("sinew-scene-" + std::to_string(::getpid()) + "-" + std::to_string(count()++))) {
        ::setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "scene.yaml") << text;
        RunOptions options;
        options.scene = folder_ / "scene.yaml";
        options.folder = folder_ / "out";
        options.quiet = true;
        options.read_checkpoint = read_archive;
        options.slots = mechanics_slots();
        code_ = run_scene(options);
    }
    ~SceneRun() { std::filesystem::remove_all(folder_); }
    SceneRun(const SceneRun&) = delete;
    SceneRun& operator=(const SceneRun&) = delete;

    int code() const { return code_; }

    /// The rows of scene-`name`.csv, time first; lines that start with # or a letter are passed
    /// over.
    std::vector<std::vector<double>> table(const std::string& name) const {
        std::ifstream file(folder_ / "out" / ("scene-" + name + ".csv"));
        std::vector<std::vector<double>> rows;
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line[0] == '#' || std::isalpha(line[0])) continue;
            std::stringstream cells(line);
            rows.emplace_back();
            for (std::string cell; std::getline(cells, cell, ',');)
                rows.back().push_back(std::stod(cell));
        }
        return rows;
    }

private:
    static int& count() {
        static int n = 0;
        return n;
    }
    std::filesystem::path folder_;
    int code_ = -1;
};

}  // namespace sinew::test
