#include <fmt/format.h>
#include <omp.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/basis/force_file.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/overwriting.hpp>

#include "drag.hpp"
#include "linear_model.hpp"
#include "options.hpp"
#include "require_display.hpp"
#include "scene_edit.hpp"
#include "system_of.hpp"

namespace sinew::view {

namespace {

/// The node whose body is sketched.
std::string chosen_body(Value& scene, const std::string& wanted) {
    std::vector<std::string> paths;
    for_each_node(scene, [&](Value& node, const std::string& path) {
        if (node.find("mesh")) paths.push_back(path);
    });
    if (wanted.empty() && paths.size() == 1) return paths.front();
    if (paths.empty())
        throw InputError(Diagnostic::error("the scene has no body to sketch on")
                             .remedy("give a node a mesh and a material"));
    if (wanted.empty())
        throw InputError(Diagnostic::error(fmt::format("the scene has {} bodies: {}", paths.size(),
                                                       fmt::join(paths, ", ")))
                             .remedy("say which one is sketched on: --body " + paths.front()));
    if (std::find(paths.begin(), paths.end(), wanted) == paths.end())
        throw InputError(Diagnostic::error(fmt::format("the scene has no body '{}'", wanted))
                             .remedy(suggestion(wanted, paths)));
    return wanted;
}

/// Leaves one body, in its vibrations, without loads.
void leave_linear(Value& scene, const std::string& body, int n_modes) {
    for_each_node(scene, [&](Value& node, const std::string& path) {
        for (const char* slot : {"reduction", "initial", "loads", "couplings", "solver", "outputs"})
            erase(node, slot);
        if (path != body) {
            for (const char* slot : {"mesh", "material", "formulation", "visual", "constraints"})
                erase(node, slot);
            return;
        }
        set(node, "reduction",
            value_of(fmt::format("{{type: subspace, basis: {{type: linear_modes, modes: {}, "
                                 "anchored: true}}}}",
                                 n_modes)));
        set(node, "solver", value_of("{type: static}"));
    });
}

/// Words in the first line of a record.
constexpr const char* by_sketch = "recorded by `sinew sketch`";

bool is_record_of_forces(const std::filesystem::path& file) {
    const std::string line = tools::first_line(file);
    return line.starts_with("# ") && line.find(by_sketch) != line.npos;
}

/// A force at a point.
struct Recorded {
    GrippedPoint held;
    Eigen::Vector3d force;
};

class Sketcher final : public Listener {
public:
    Sketcher(const SketchOptions& options, SceneNode& node)
        : options_(options), body_(*body_of(node)), model_(*system_of(node.graph(), body_)) {
        bodies_.push_back(std::make_unique<DrawnBody>(body_, visual_of(node)));
        distance_ =
            options.distance.value_or(0.01 * bounding_box(body_.mesh.positions).diagonal().norm());
        stage_ = std::make_unique<Stage>("sketch", options, bodies_, *this);
        say("");
    }

    void run() {
        const StopSignal stop;
        while (stop.received() == 0 && stage_->next_frame()) {
        }
        if (!options_.picture.empty()) stage_->write_picture(options_.picture);
        write();
    }

    bool is_written() const { return is_written_; }
    std::size_t n_forces() const { return forces_.size(); }
    std::size_t n_pulls() const { return pulls_.size(); }
    double largest_displacement() const { return largest_; }

    bool press(int x, int y) override {
        // Points outside of the elements are none that basis/sketch takes.
        drag_ = Drag::begin(*stage_, bodies_, x, y, true);
        if (!drag_) return false;
        const double softest = model_.compliance(drag_->grip().point);
        if (!(softest > 0)) {  // a point that is constrained
            drag_.reset();
            say("the body is held there | ");
            return true;
        }
        stiffness_ = 1 / softest;
        rest_ = last_ = drag_->grip().rest;
        pulls_.push_back(forces_.size());
        return true;
    }

    void drag(int x, int y) override {
        if (!drag_) return;
        const Eigen::Vector3d target = drag_->target(*stage_, x, y);
        const Recorded now{drag_->grip(), stiffness_ * (target - rest_)};
        const Points nodes = model_.positions(model_.response(now.held.point, now.force));
        bodies_.front()->move_to(nodes);
        largest_ = std::max(largest_, (now.held.at(nodes) - rest_).norm());
        stage_->show_pull(now.held.at(nodes), target);
        if ((target - last_).norm() >= distance_ && (target - rest_).norm() >= distance_) {
            forces_.push_back(now);
            last_ = target;
        }
        say(fmt::format("{:.3g} N | ", now.force.norm()));
    }

    /// Statics: nothing swings back.
    void release() override {
        if (!drag_) return;  // on a constrained node: its words stay
        drag_.reset();
        bodies_.front()->move_to(body_.mesh.positions);
        stage_->hide_pull();
        write();
        say("");
    }

    void key(const std::string& name) override {
        if (name == "q" || name == "Escape") stage_->close();
        if (name == "u" && !drag_ && !pulls_.empty()) {
            forces_.resize(pulls_.back());
            pulls_.pop_back();
            write();
            say("");
        }
    }

private:
    void say(const std::string& before) {
        stage_->say(
            fmt::format("{}{} forces recorded\nleft: pull, right: turn, middle: zoom\nu: take the "
                        "last pull back, q: quit",
                        before, forces_.size()));
    }

    /// Where nothing was pulled, the record of an earlier window stays.
    void write() {
        if (forces_.empty() && !is_written_) return;
        is_written_ = true;
        const Eigen::Affine3d to_node = body_.to_world.inverse();
        std::vector<RecordedForce> forces;
        for (const Recorded& one : forces_) forces.push_back({to_node * one.held.rest, one.force});
        const std::string title =
            fmt::format("{} forces on {}, {}, for basis/sketch: x y z [m] fx fy fz [N]",
                        forces.size(), body_.path, by_sketch);
        write_file_whole(options_.output, force_file_text(title, forces));
    }

    const SketchOptions& options_;
    Body& body_;
    LinearModel model_;
    DrawnBodies bodies_;
    std::unique_ptr<Stage> stage_;
    double distance_ = 0, largest_ = 0;  ///< [m]
    bool is_written_ = false;            ///< the file holds the record of this window
    std::optional<Drag> drag_;
    double stiffness_ = 0;  ///< of the body at the point, where it is softest [N/m]
    Eigen::Vector3d rest_, last_;
    std::vector<Recorded> forces_;
    std::vector<std::size_t> pulls_;  ///< where each begins in forces_
};

}  // namespace

int sketch(const SketchOptions& options) {
    check_picture_and_report(options);
    tools::refuse_to_overwrite(options.output, options.scene,
                               {"-o", "a record of forces", is_record_of_forces});
    require_display("sketch");
    Value scene = read_scene(options.scene, options.overrides);
    const std::string path = chosen_body(scene, options.body);
    leave_linear(scene, path, options.n_modes);
    omp_set_num_threads(options.n_threads);
    PluginRegistry plugins;
    SceneGraph graph(std::move(scene), plugins, mechanics_slots());
    graph.build();
    for (const Diagnostic& warning : graph.warnings()) std::cerr << format(warning) << "\n";
    Sketcher sketcher(options, graph.find(graph.root(), path, {}));
    sketcher.run();
    std::cout << (sketcher.is_written()
                      ? fmt::format("{} forces in {}\n", sketcher.n_forces(), options.output)
                      : fmt::format("nothing was pulled: {} is not written\n", options.output));
    if (!options.report.empty()) {
        const nlohmann::ordered_json report{
            {"body", path},
            {"modes", options.n_modes},
            {"forces", sketcher.n_forces()},
            {"pulls", sketcher.n_pulls()},
            {"largest_displacement", sketcher.largest_displacement()}};
        write_file_whole(options.report, report.dump(2) + "\n");
    }
    return StopSignal::received() != 0 ? stopped_code : 0;
}

}  // namespace sinew::view
