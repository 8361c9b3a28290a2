/// A scene exported, and the player that has it beside the solver that steps it.
#pragma once

#include <sinew/player/sinew_player.h>

#include <filesystem>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/reduced/exported_model.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <stdexcept>
#include <string>
#include <support/program.hpp>

namespace sinew::test {

/// A player of a file.
class OpenPlayer {
public:
    explicit OpenPlayer(const std::string& file) {
        if (sinew_player_open(file.c_str(), &player_) != SINEW_PLAYER_OK)
            throw std::runtime_error(sinew_player_message(nullptr));
    }
    OpenPlayer(const OpenPlayer&) = delete;
    OpenPlayer& operator=(const OpenPlayer&) = delete;
    ~OpenPlayer() { sinew_player_close(player_); }
    operator sinew_player*() const { return player_; }

    State state() const {
        const Index r = sinew_player_n_coordinates(player_);
        State state{Vector(r), Vector(r), Vector(r)};
        sinew_player_state(player_, state.q.data(), state.v.data(), state.a.data());
        return state;
    }
    Points node_positions() const {
        Points x(3, sinew_player_n_nodes(player_));
        sinew_player_node_positions(player_, x.data());
        return x;
    }
    Points point_positions() const {
        Points x(3, sinew_player_n_points(player_));
        sinew_player_point_positions(player_, x.data());
        return x;
    }
    Eigen::Vector3d node(int i) const {
        Eigen::Vector3d x;
        sinew_player_node(player_, i, x.data(), nullptr);
        return x;
    }

private:
    sinew_player* player_ = nullptr;
};

/// A scene built in this process, and its model.
class Exported {
public:
    explicit Exported(Value scene)
        : plugins_({std::filesystem::path(SINEW_PLUGIN_DIR)}),
          graph_(std::move(scene), plugins_, mechanics_slots()),
          clock_(scene_clock(graph_)) {
        graph_.build();
        model_ = exported_model(graph_, clock_);
        file_ = folder_.path("model.h5");
        write_archive(file_, model_);
        solver_ = parts_of<Solver>(graph_).front().object;
        solver_->begin(clock_);
    }
    /// Takes a step of the solver.
    void step() {
        solver_->step(clock_);
        ++clock_.index;
    }
    const Clock& clock() const { return clock_; }
    Solver& solver() const { return *solver_; }
    BodySystem& body() const { return *solver_->bodies().front(); }
    const VisualSurface* surface() { return visual_of(*graph_.root().children().front()); }
    const std::string& file() const { return file_; }
    const Archive& model() const { return model_; }

private:
    WorkFolder folder_;
    PluginRegistry plugins_;
    SceneGraph graph_;
    Clock clock_;
    Archive model_;
    std::string file_;
    Solver* solver_ = nullptr;
};

/// A beam of a hundred bricks on its side, held at one end.
struct BeamScene {
    std::string element = "hex8";
    std::string material = "{type: stvk, young: 1 MPa, poisson: 0.3}";
    std::string forces = "{type: stvk_polynomial}";
    std::string basis = "{type: linear_modes, modes: 6}";
    std::string changes, more;
    std::string constraints = "[{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]";
    std::string loads = "[{type: gravity}]";
    std::string solver =
        "{type: implicit_newmark, damping: {mass: 0.1, stiffness: 0.001}, newton: {iterations: 1, "
        "line_search: false}}";

    std::string text() const {
        return "sinew: 1\ntime: {end: 0.3 s, step: 1/700 s}\nscene:\n  - node: beam\n    mesh: "
               "{type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: " +
               element + "}\n    material: " + material + "\n    constraints: " + constraints +
               "\n    loads: " + loads + "\n    reduction: {type: subspace, basis: " + basis +
               ", forces: " + forces + changes + "}\n    solver: " + solver + "\n" + more;
    }
    Value scene() const { return parse_scene(text(), "beam.yaml"); }
};

/// True if they are the same to the last bit.
inline bool same_bits(const State& a, const State& b) {
    return a.q == b.q && a.v == b.v && a.a == b.a;
}

}  // namespace sinew::test
