/// Runs a scene through the plugins of this build, in this process, and reads what it wrote.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/run/run.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace sinew::testing {

/// A scene, SCENE.yaml, in a folder of its own that is removed with it.
class SmallRun {
public:
    SmallRun(std::string name, const std::string& scene)
        : folder_(std::filesystem::temp_directory_path() /
                  ("sinew-run-" + std::to_string(::getpid()) + "-" + std::to_string(count()++))),
          name_(std::move(name)) {
        ::setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / (name_ + ".yaml")) << scene;
    }
    ~SmallRun() { std::filesystem::remove_all(folder_); }
    SmallRun(const SmallRun&) = delete;
    SmallRun& operator=(const SmallRun&) = delete;

    int run(const std::string& to = "out", const std::filesystem::path& from = {}) const {
        RunOptions options;
        options.scene = folder_ / (name_ + ".yaml");
        options.folder = folder_ / to;
        options.quiet = true;
        options.checkpoint = from;
        options.read_checkpoint = read_archive;
        options.slots = mechanics_slots();
        return run_scene(options);
    }

    std::filesystem::path operator/(const std::string& file) const { return folder_ / file; }
    std::string bytes(const std::string& file) const {
        std::ifstream stream(folder_ / file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// Rows of numbers under the headings.
    std::vector<std::vector<double>> table(const std::string& file) const {
        std::istringstream text(bytes(file));
        std::vector<std::vector<double>> rows;
        std::string line;
        for (std::getline(text, line); std::getline(text, line);) {
            std::istringstream cells(line);
            rows.emplace_back();
            for (std::string cell; std::getline(cells, cell, ',');)
                rows.back().push_back(std::stod(cell));
        }
        return rows;
    }
    int count_files(const std::string& folder, const std::string& ending) const {
        int n = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder_ / folder))
            n += entry.path().filename().string().ends_with(ending);
        return n;
    }

private:
    static int& count() {
        static int n = 0;
        return n;
    }
    std::filesystem::path folder_;
    std::string name_;
};

}  // namespace sinew::testing
