/// Walks along remedies: what a mesh plugin advises is done, until a mesh is taken.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <list>
#include <sinew/mechanics/mesh/quality.hpp>
#include <string>
#include <support/empty_cache.hpp>
#include <support/mesh_plugin.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>
#include <support/written_surfaces.hpp>
#include <vector>

namespace sinew::test {

/// A `mesh:` of a scene, and words of the remedy that Sinew answers with.
struct Answer {
    std::string mesh, remedy;
};

/// Answers one after the other, each of somebody who does what the one before advised; the last is
/// taken.
struct Walk {
    std::vector<Answer> answers;
    std::string taken;
    double volume = 0;  ///< of the body [m^3], where a remedy could lead to another one
};
using Walks = std::vector<Walk>;

/// Remedies of errors and words of warnings for a body of that mesh.
inline std::string told(const std::string& mesh) {
    std::string words;
    try {
        const SceneBody scene("    mesh: " + mesh + "\n    material: {type: linear}\n");
        for (const Diagnostic& warning : scene.warnings())
            words += warning.message + " | " + warning.remedy + "\n";
    } catch (const InputError& error) {
        for (const Diagnostic& one : error.diagnostics()) words += one.remedy + "\n";
    } catch (const ComputationError& error) {
        words = error.diagnostic().remedy;
    }
    return words;
}

/// A body of that mesh, which fills the box, on two bones along its longest side, in contact with
/// itself.
inline std::string skinned_scene(const std::string& mesh, const Eigen::AlignedBox3d& box,
                                 const std::string& weights) {
    int axis = 0;
    const double length = box.sizes().maxCoeff(&axis);
    const auto joint = [&](double share) {
        const Eigen::Vector3d at =
            box.center() + (share - 0.5) * length * Eigen::Vector3d::Unit(axis);
        return fmt::format("[{}, {}, {}]", at.x(), at.y(), at.z());
    };
    return fmt::format(
        "sinew: 1\ntime: {{end: 1 s, step: 1 s}}\nscene:\n  - node: body\n    rig:\n"
        "      type: skeleton\n      joints:\n"
        "        - {{name: upper, at: {}}}\n"
        "        - {{name: lower, parent: upper, at: {}, tail: {}}}\n"
        "    mesh: {}\n    weights: {{type: {}}}\n"
        "    material: {{type: ex_rotated, young: 100 kPa, poisson: 0.3}}\n"
        "    constraints: [{{type: fixed, where: {{extent: {{axis: z, from: 0, to: 0.2}}}}}}]\n"
        "    couplings: [{{type: contact}}]\n    solver: {{type: static}}\n",
        joint(0.1), joint(0.5), joint(0.9), mesh, weights);
}

/// Weights, skinning and contact take the mesh, and a static step of it ends.
inline void check_taken(const std::string& mesh, double volume = 0) {
    const EmptyCache cache;
    const VolumeMesh made = *load_mesh(mesh).volume;
    const char* weights = made.type == ElementType::tet4 ? "bbw" : "closest_bone";
    const testing::SmallRun run("taken",
                                skinned_scene(mesh, bounding_box(made.positions), weights));
    const int code = run.run();
    INFO(run.bytes("out/run.json"));
    CHECK(code == 0);
    if (volume > 0) CHECK(quality(made).volume == Approx(volume).epsilon(0.1));
}

/// Files that live as long as a case.
class Files {
public:
    /// A surface as mesh/file reads it.
    std::string surface(const std::string& name, const std::string& text) {
        return "{type: file, file: " + path(name, text) + "}";
    }
    std::string path(const std::string& name, const std::string& text) {
        return files_.emplace_back(name, text).path();
    }
    /// The name of a file that may be made.
    std::string free_path(const std::string& name) {
        const std::string path = this->path(name, "");
        std::filesystem::remove(path);
        return path;
    }

private:
    std::list<TemporaryFile> files_;
};

/// Each walk begins with its first answer, and ends in check_taken.
inline void check_walks(const Walks& walks) {
    for (const Walk& walk : walks) {
        for (const Answer& answer : walk.answers) {
            INFO(answer.mesh);
            CHECK_THAT(told(answer.mesh), Catch::Contains(answer.remedy));
        }
        INFO(walk.taken);
        check_taken(walk.taken, walk.volume);
    }
}

}  // namespace sinew::test
