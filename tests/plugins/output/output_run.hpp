/// Runs scenes of one small body, for the tests of outputs.
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

namespace sinew::testing {

/// A scene in a folder of its own, removed with it.
class OutputRun {
public:
    /// The body's node is `block`: a cube of 1 m and 1000 kg that falls freely from z = 0 on.
    explicit OutputRun(const std::string& outputs, const std::string& material = "neo_hookean")
        : folder_(
              std::filesystem::temp_directory_path() /
              ("sinew-output-" + std::to_string(::getpid()) + "-" + std::to_string(count()++))) {
        ::setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "fall.yaml")
            << "sinew: 1\n"
               "time: {end: 0.2 s, step: 0.01 s}\n"
               "scene:\n"
               "  - node: block\n"
               "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet4}\n"
               "    material: {type: "
            << material
            << ", young: 1 MPa, poisson: 0.3, density: 1000}\n"
               "    loads: [{type: gravity, acceleration: [0, 0, -10]}]\n"
               "    solver: {type: implicit_newmark}\n"
               "    outputs: "
            << outputs << "\n";
    }
    ~OutputRun() { std::filesystem::remove_all(folder_); }
    OutputRun(const OutputRun&) = delete;
    OutputRun& operator=(const OutputRun&) = delete;

    int run(const std::string& to = "out", const std::filesystem::path& from = {}) const {
        RunOptions options;
        options.scene = folder_ / "fall.yaml";
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
};

}  // namespace sinew::testing
