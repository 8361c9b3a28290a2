#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/overwriting.hpp>

#include "drag.hpp"
#include "options.hpp"
#include "priorities.hpp"
#include "require_display.hpp"
#include "scene_edit.hpp"
#include "simulation.hpp"

namespace sinew::view {

namespace {

using WallClock = std::chrono::steady_clock;

double seconds_since(WallClock::time_point start) {
    return std::chrono::duration<double>(WallClock::now() - start).count();
}

/// Steps a second, over the last half second.
class Rate {
public:
    double operator()(long n_steps) {
        const double seconds = seconds_since(start_);
        if (seconds > 0.5) {
            rate_ = double(n_steps - n_) / seconds;
            n_ = n_steps;
            start_ = WallClock::now();
        }
        return rate_;
    }

private:
    WallClock::time_point start_ = WallClock::now();
    long n_ = 0;
    double rate_ = 0;
};

/// The window on a simulation: draws what it shows, and passes on what the mouse asks.
class Viewer final : public Listener {
public:
    Viewer(const ViewOptions& options, Simulation& simulation)
        : options_(options), simulation_(simulation) {
        for (const LiveBody& live : simulation.bodies())
            bodies_.push_back(std::make_unique<DrawnBody>(*live.body, visual_of(*live.node)));
        stage_ = std::make_unique<Stage>("view", options, bodies_, *this);
    }

    ~Viewer() override {
        end();
        simulation_.wait();
    }

    void run() {
        const StopSignal stop;
        const auto start = WallClock::now();
        simulation_.start(mailbox_, options_.n_threads);
        while (stop.received() == 0 && !simulation_.has_failed() && stage_->next_frame()) {
            if (mailbox_.take(shown_)) show();
            if (options_.after && shown_.time >= *options_.after) take_picture();
            if (shown_.is_done && !options_.waits) break;
        }
        wall_seconds_ = seconds_since(start);
        end();
        simulation_.join();
        take_picture();
    }

    void report(nlohmann::ordered_json& report) const {
        report["window"] = {{"frames", stage_->n_frames()}, {"wall_seconds", wall_seconds_}};
    }

    bool press(int x, int y) override {
        if (take_handle(x, y)) return true;
        drag_ = Drag::begin(*stage_, bodies_, x, y);
        if (!drag_) return false;
        ++n_grips_;
        ask_grip(x, y);
        return true;
    }
    void drag(int x, int y) override {
        if (asked_.lead) {
            asked_.lead->target = plane_->target(*stage_, x, y);
            mailbox_.ask(asked_);
        } else {
            ask_grip(x, y);
        }
    }
    void release() override {
        drag_.reset();
        asked_.lead.reset();
        asked_.grip = {};
        mailbox_.ask(asked_);
        stage_->hide_pull();
    }
    void key(const std::string& name) override {
        if (name == "q" || name == "Escape") stage_->close();
        if (name == "space") asked_.is_paused = !asked_.is_paused;
        if (name == "r") ++asked_.n_resets;
        mailbox_.ask(asked_);
    }

private:
    void end() {
        asked_.must_end = true;
        mailbox_.ask(asked_);
    }
    /// Takes hold of the handle under the cursor; false if there is none.
    bool take_handle(int x, int y) {
        constexpr double nearness = 12;  // [pixels]
        int nearest = -1;
        double least = nearness;
        for (std::size_t k = 0; k < shown_.handles.size(); ++k) {
            const double distance =
                (stage_->pixel_of(shown_.handles[k]) - Eigen::Vector2d(x, y)).norm();
            if (distance > least) continue;
            least = distance;
            nearest = int(k);
        }
        if (nearest < 0) return false;
        const Eigen::Vector3d position = shown_.handles[std::size_t(nearest)];
        plane_ = ScreenPlane(*stage_, on_plane(stage_->ray_at(x, y), position, stage_->facing()),
                             position);
        asked_.lead = Lead{nearest, position};
        mailbox_.ask(asked_);
        return true;
    }
    void ask_grip(int x, int y) {
        asked_.grip = {n_grips_, drag_->body(), drag_->grip(), drag_->target(*stage_, x, y)};
        mailbox_.ask(asked_);
    }

    /// Points are found here, O(n) a picture, not a step, unless they move in time by themselves.
    void show() {
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const BodySystem& system = *simulation_.bodies()[i].system;
            bodies_[i]->move_to(system.points_move_in_time() ? shown_.x[i]
                                                             : system.positions(shown_.q[i]));
        }
        if (drag_) {
            const DrawnBody& constrained = *bodies_[std::size_t(drag_->body())];
            stage_->show_pull(drag_->grip().at(constrained.nodes()), asked_.grip.target);
        }
        stage_->show_handles(shown_.handles);
        const double step = simulation_.clock().step;
        stage_->say(fmt::format(
            "t = {:.2f} s{}{}\nstep {:.3f} ms of {:.3g} ms | {:.0f} of {:.0f} steps/s | {} "
            "deadlines "
            "missed\nleft: pull, right: turn, middle: zoom\nspace: pause, r: again, q: quit",
            shown_.time,
            shown_.is_done     ? ", the end"
            : asked_.is_paused ? ", paused"
                               : "",
            shown_.force > 0 ? fmt::format(" | {:.3g} N", shown_.force) : "", 1e3 * shown_.median,
            1e3 * step, rate_(shown_.n_steps), 1 / step, shown_.n_missed));
    }

    void take_picture() {
        if (options_.picture.empty() || is_pictured_) return;
        stage_->write_picture(options_.picture);
        is_pictured_ = true;
    }

    const ViewOptions& options_;
    Simulation& simulation_;
    DrawnBodies bodies_;
    std::unique_ptr<Stage> stage_;
    Mailbox mailbox_;
    Asked asked_;
    Shown shown_;
    Rate rate_;
    std::optional<Drag> drag_;
    std::optional<ScreenPlane> plane_;  ///< in which a handle is led
    long n_grips_ = 0;
    bool is_pictured_ = false;
    double wall_seconds_ = 0;
};

/// The file of a handle's targets, beside that of the pulls.
std::filesystem::path record_of(const LedHandle& handle, const std::filesystem::path& pulls) {
    std::string name = pulls.stem().string() + handle.name();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '/' || c == ' '; }, '-');
    return pulls.parent_path() / (name + ".yaml");
}

/// Throws InputError if an option names a file that cannot be written, or that is no record.
void check_files(const ViewOptions& options) {
    check_picture_and_report(options);
    if (options.record.empty()) return;
    const auto is_record = [](const std::filesystem::path& file) {
        return tools::first_line(file).starts_with(head_of_loads);
    };
    tools::refuse_to_overwrite(options.record, options.scene,
                               {"--record", "a record of pulls", is_record});
}

/// The same for the files of handles.
void check_handle_files(const ViewOptions& options, const Simulation& simulation) {
    if (options.record.empty()) return;
    const auto is_record = [](const std::filesystem::path& file) {
        const std::string line = tools::first_line(file);
        return line.starts_with("# ") && line.find(head_of_target) != line.npos;
    };
    for (const LedHandle& handle : simulation.handles())
        tools::refuse_to_overwrite(record_of(handle, options.record), options.scene,
                                   {"--record", "a record of targets", is_record});
}

/// Pulls to `file`, and the targets of each handle that was led to one beside it. Where nothing was
/// pulled or led, the record of an earlier window stays.
void write_records(const std::filesystem::path& file, const Simulation& simulation) {
    if (simulation.pulls().empty())
        std::cout << fmt::format("nothing was pulled: {} is not written\n", file.string());
    else
        write_file_whole(file, as_loads(simulation.pulls()));
    for (const LedHandle& handle : simulation.handles()) {
        if (!handle.is_led()) continue;
        const std::filesystem::path path = record_of(handle, file);
        write_file_whole(path, handle.as_target());
        std::cout << fmt::format("{}: targets of {}\n", path.string(), handle.name());
    }
}

}  // namespace

int view(const ViewOptions& options) {
    check_files(options);
    require_display("view");
    std::vector<Override> overrides = options.overrides;
    if (options.duration) overrides.push_back({"time.end", fmt::format("{} s", *options.duration)});
    Value scene = read_scene(options.scene, overrides);
    give_hands(scene);
    omp_set_num_threads(options.n_threads);
    leave_cores_to(options.n_threads);
    PluginRegistry plugins;
    SceneGraph graph(std::move(scene), plugins, mechanics_slots());
    const Clock clock = scene_clock(graph);
    graph.build();
    for (const Diagnostic& warning : graph.warnings()) std::cerr << format(warning) << "\n";
    Simulation simulation(graph, clock, options.stiffness);
    check_handle_files(options, simulation);
    omp_set_num_threads(1);  // of this thread, which draws beside the other
    draw_behind();
    Viewer viewer(options, simulation);
    viewer.run();
    if (!options.record.empty()) write_records(options.record, simulation);
    if (!options.report.empty()) {
        nlohmann::ordered_json report;
        simulation.report(report);
        viewer.report(report);
        write_file_whole(options.report, report.dump(2) + "\n");
    }
    return StopSignal::received() != 0 ? stopped_code : 0;
}

}  // namespace sinew::view
