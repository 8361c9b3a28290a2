#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/end_guard.hpp>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/activity_teller.hpp>
#include <sinew/kernel/run/announce.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/folder_lock.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/part.hpp>
#include <sinew/kernel/run/progress.hpp>
#include <sinew/kernel/run/report.hpp>
#include <sinew/kernel/run/run.hpp>
#include <sinew/kernel/run/scene_clock.hpp>
#include <sinew/kernel/run/scene_contents.hpp>
#include <sinew/kernel/run/scene_hash.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/kernel/run/writable.hpp>

namespace sinew {

namespace {

const char* word(RunStatus status) {
    switch (status) {
        case RunStatus::ok:
            return "ok";
        case RunStatus::failed:
            return "failed";
        case RunStatus::bad_input:
            return "bad_input";
        case RunStatus::stopped:
            return "stopped";
    }
    return "";
}

int exit_code(RunStatus status) {
    switch (status) {
        case RunStatus::ok:
            return 0;
        case RunStatus::failed:
            return EndGuard::met_file_limit() ? file_limit_code : 1;
        case RunStatus::bad_input:
            return 2;
        case RunStatus::stopped:
            return stopped_code;
    }
    return 1;
}

/// One run, from the text of a scene to its last file.
class Run {
public:
    explicit Run(const RunOptions& options) : options_(options), report_(options) {
        keep_log_quiet(options.quiet);
    }

    int execute();

private:
    void read_and_build();
    void begin();
    void restore();
    void step_to_end();
    void step();
    void observe(bool is_last);
    void finish();
    void write_report();
    void end_if_stopped();
    RunInfo info(const std::optional<double>& every);
    /// The scene's contents at the first call, which are kept.
    const SceneContents& contents() { return contents_ ? *contents_ : contents_.emplace(*graph_); }
    void fail(RunStatus status, const Diagnostic& diagnostic);
    void say(const std::string& text) const {
        if (!options_.quiet) log_info(text);
    }
    /// Runs `function`; what it throws is printed, noted, and becomes the status.
    template <class Function>
    void attempt(Function&& function);

    const RunOptions& options_;
    RunReport report_;
    LogListener listener_{[this](const Diagnostic& reported) { report_.add(reported); }};
    StopSignal stop_;
    RunStatus status_ = RunStatus::ok;
    Clock clock_;
    long first_step_ = 0;  ///< steps that the checkpoint had done
    long last_observed_ = -1;
    std::string hash_;
    PluginRegistry plugins_;
    std::optional<SceneGraph> graph_;
    std::optional<SceneContents> contents_;
    std::vector<Participant<Stepper>> steppers_;
    std::vector<Participant<Observer>> observers_;
    std::size_t n_begun_ = 0;  ///< observers that must be finished
    std::optional<Progress> progress_;
    /// Until the first step is done.
    std::optional<ActivityTeller> teller_;
    std::atomic<bool> may_end_ = false;  ///< nothing but run.json has been written
    std::optional<std::chrono::steady_clock::time_point> stopped_at_;  ///< as the teller saw it
};

void Run::fail(RunStatus status, const Diagnostic& diagnostic) {
    if (progress_) progress_->clear();
    if (status_ == RunStatus::ok || status_ == RunStatus::stopped) status_ = status;
    // What a step failed for may come again when the parts report.
    if (report_.add(diagnostic)) log_diagnostic(diagnostic);
}

template <class Function>
void Run::attempt(Function&& function) {
    try {
        function();
    } catch (const InputError& error) {
        for (const Diagnostic& one : error.diagnostics()) fail(RunStatus::bad_input, one);
    } catch (const ComputationError& error) {
        fail(RunStatus::failed, error.diagnostic());
    } catch (const Stopped&) {
        if (status_ == RunStatus::ok) status_ = RunStatus::stopped;
    } catch (const std::exception& error) {
        fail(RunStatus::failed,
             is_out_of_memory(error) ? out_of_memory() : Diagnostic::error(error.what()));
    } catch (...) {
        fail(RunStatus::failed, Diagnostic::error(thrown_otherwise));
    }
}

int Run::execute() {
    try {
        report_.write("running");
        report_.prepare_for_the_worst();
    } catch (const ComputationError& error) {
        log_diagnostic(error.diagnostic());
        return exit_code(RunStatus::failed);
    }
    teller_.emplace(options_.quiet, [this] { end_if_stopped(); });
    attempt([&] {
        read_and_build();
        report_.prepare_for_the_worst();
        if (stop_.received() == 0) {
            report_.phase("begin", [&] { begin(); });
            step_to_end();
        }
        if (stop_.received() != 0 && !clock_.done()) status_ = RunStatus::stopped;
    });
    teller_.reset();
    finish();
    write_report();
    return exit_code(status_);
}

/// Ends the process where a library that builds something for long does not ask for a stop: there
/// is nothing yet to be closed but run.json. Called by another thread than the run's.
void Run::end_if_stopped() {
    constexpr double patience = 1;  // [s]
    if (!may_end_ || stop_.received() == 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (!stopped_at_) stopped_at_ = now;
    if (std::chrono::duration<double>(now - *stopped_at_).count() < patience) return;
    status_ = RunStatus::stopped;
    write_report();
    ::_exit(exit_code(status_));
}

void Run::read_and_build() {
    report_.phase("read", [&] {
        Value scene = read_scene(options_.scene.string(), options_.overrides);
        hash_ = scene_hash(scene, options_.slots);
        report_["scene_hash"] = hash_;
        graph_.emplace(std::move(scene), plugins_, options_.slots);
        report_["title"] = graph_->title();
        clock_ = scene_clock(*graph_);
    });
    report_.phase("build", [&] {
        const Interruptible while_nothing_is_made;
        may_end_ = true;
        graph_->build();
        may_end_ = false;
    });
    steppers_ = parts_of<Stepper>(*graph_);
    observers_ = parts_of<Observer>(*graph_);
    std::stable_partition(observers_.begin(), observers_.end(),
                          [](const auto& part) { return !part.object->observes_last(); });
    if (steppers_.empty() && clock_.n_steps > 0)
        graph_->warn(Diagnostic::warning("no node has a solver, so nothing will move")
                         .remedy(options_.solver_remedy));
    for (const Diagnostic& warning : graph_->warnings()) log_diagnostic(warning);
}

RunInfo Run::info(const std::optional<double>& every) {
    RunInfo info;
    info.folder = options_.folder;
    info.scene_name = options_.scene.stem().string();
    info.scene_hash = hash_;
    info.continued = !options_.checkpoint.empty();
    const long last = every ? last_due_step(clock_, *every) : clock_.index;
    info.kept_until = (static_cast<double>(last) + 0.5) * clock_.step;
    info.save = [this](Archive& archive) {
        archive.put("run/scene_hash", hash_);
        contents().save(archive);
        archive.put("run/index", std::int64_t{clock_.index});
        for (const auto& part : steppers_) part.object->save(archive, part.prefix);
        for (const auto& part : observers_) part.object->save(archive, part.prefix);
    };
    return info;
}

void Run::begin() {
    const bool saves = std::any_of(observers_.begin(), observers_.end(),
                                   [](const auto& part) { return part.object->observes_last(); });
    for (auto& part : observers_) guarded(part, "checking", [&] { part.object->check(); });
    if (saves) contents();  // before anybody changes a file for the next run
    if (options_.checkpoint.empty()) {
        const Interruptible while_nothing_is_lost;
        for (auto& part : steppers_) {
            const Activity activity("the start of " + part.plugin + " of " + part.node_path);
            guarded(part, "beginning", [&] { part.object->begin(clock_); });
        }
    }
    if (!options_.checkpoint.empty()) restore();
    for (auto& part : observers_) {
        ++n_begun_;
        guarded(part, "beginning",
                [&] { part.object->begin(info(part.object->common.every), clock_); });
    }
}

void Run::restore() {
    const std::string file = options_.checkpoint.string();
    SINEW_ASSERT(options_.read_checkpoint, "continuing from {}", file);
    const Archive archive = options_.read_checkpoint(options_.checkpoint);
    if (!archive.has("run/scene_hash"))
        throw InputError(Diagnostic::error(file + " is no checkpoint")
                             .remedy("name a checkpoint-*.h5 that a run of this scene wrote"));
    const std::string& hash = archive.text("run/scene_hash");
    if (hash != hash_)
        throw InputError(
            Diagnostic::error(
                fmt::format("{} belongs to another scene: its hash is {}, this scene's {}", file,
                            hash, hash_))
                .remedy(
                    "continue with the scene and the --set values that it was written with (title, "
                    "time.end and outputs may differ), or start anew without --from"));
    contents().compare(archive, file);
    clock_.index = first_step_ = archive.integer("run/index");
    if (clock_.index > clock_.n_steps)
        throw InputError(
            graph_->scene().find("time")->find("end")->mark,
            fmt::format("{} is at {}, past the end of the run", file, time_words(clock_)),
            "raise time.end");
    for (auto& part : steppers_)
        guarded(part, "restoring", [&] { part.object->restore(archive, part.prefix, clock_); });
    for (auto& part : observers_) {
        const auto key = archive.entries().lower_bound(part.prefix + "/");
        const bool has_state =
            key != archive.entries().end() && key->first.starts_with(part.prefix + "/");
        if (has_state)
            guarded(part, "restoring", [&] { part.object->restore(archive, part.prefix); });
    }
    last_observed_ = clock_.index;
}

void Run::step_to_end() {
    for (const std::string& line : announce_steps(options_, clock_)) say(line);
    progress_.emplace(clock_, options_.quiet);
    if (options_.checkpoint.empty()) observe(false);
    try {
        while (!clock_.done() && stop_.received() == 0) {
            report_.phase("steps", [&] { step(); });
            teller_.reset();
            ++clock_.index;
            observe(false);
            progress_->update(clock_);
        }
    } catch (const Stopped&) {  // its state is that of the last whole step
    }
    if (!clock_.done()) observe(true);  // stopped: outputs show where
    progress_->clear();
}

/// The first solver may leave its step where it is. Those after it end theirs: the time that the
/// first has come to is theirs, too.
void Run::step() {
    const Activity activity("the first step");
    std::optional<Interruptible> interruptible(std::in_place);
    for (auto& part : steppers_) {
        guarded(part, "stepping from " + time_words(clock_), [&] { part.object->step(clock_); });
        ++part.count;
        interruptible.reset();
    }
}

void Run::observe(bool is_last) {
    report_.phase("output", [&] {
        for (auto& part : observers_) {
            const std::optional<double>& every = part.object->common.every;
            const bool due = !every || is_due(clock_, *every);
            const bool seen = last_observed_ == clock_.index && due;
            if (seen || !(due || is_last)) continue;
            guarded(part, "writing at " + time_words(clock_),
                    [&] { part.object->observe(clock_); });
            ++part.count;
        }
    });
    last_observed_ = clock_.index;
}

void Run::finish() {
    for (std::size_t i = 0; i < n_begun_; ++i)
        attempt([&] {
            guarded(observers_[i], "closing its files", [&] { observers_[i].object->finish(); });
        });
    report_["time"] = {{"step", clock_.step},
                       {"n_steps", clock_.n_steps},
                       {"steps_done", clock_.index},
                       {"reached", clock_.time()}};
    const auto describe = [&](auto& part, nlohmann::ordered_json& entry) {
        entry["plugin"] = part.plugin;
        entry["wall_seconds"] = part.seconds;
        entry["calls"] = part.count;
        attempt([&] {
            guarded(part, "reporting", [&] {
                nlohmann::json own = nlohmann::json::object();
                part.object->report(own);
                entry.update(nlohmann::ordered_json(own));
            });
        });
    };
    auto& solvers = report_["solvers"] = nlohmann::ordered_json::object();
    auto& outputs = report_["outputs"] = nlohmann::ordered_json::array();
    for (auto& part : steppers_) describe(part, solvers[part.node_path]);
    for (std::size_t i = 0; i < n_begun_; ++i) {
        nlohmann::ordered_json entry{{"node", observers_[i].node_path}};
        describe(observers_[i], entry);
        outputs.push_back(std::move(entry));
    }
}

void Run::write_report() {
    const std::string folder = options_.folder.string();
    const std::string results =
        observers_.empty() ? fmt::format("no node has outputs, so {} holds run.json alone", folder)
                           : fmt::format("results in {}", folder);
    if (status_ == RunStatus::stopped)
        say(n_begun_ == 0 && !progress_
                ? fmt::format("stopped by a signal before the first step; {} holds run.json alone",
                              folder)
                : fmt::format("stopped by a signal at {}; {}{}", time_words(clock_), results,
                              observers_.empty() ? "" : " are whole"));
    if (status_ == RunStatus::ok)
        say(fmt::format("done: {} steps{}; {}", clock_.index,
                        options_.checkpoint.empty()
                            ? ""
                            : fmt::format(", {} of them before this run", first_step_),
                        results));
    try {
        if (status_ == RunStatus::bad_input && n_begun_ == 0 && !progress_) {
            if (report_.write_refusal())
                say(fmt::format("{} holds what an earlier run left", folder));
        } else {
            report_.write(word(status_));
        }
    } catch (const ComputationError& error) {
        log_diagnostic(error.diagnostic());
        if (status_ == RunStatus::ok || status_ == RunStatus::stopped) status_ = RunStatus::failed;
    }
}

}  // namespace

int run_scene(const RunOptions& options) {
    std::optional<FolderLock> lock;
    try {
        make_output_folder(options.folder);
        lock.emplace(options.folder);
        if (lock->is_held()) remove_unfinished_files(options.folder);
    } catch (const InputError& error) {
        log_diagnostic(error.diagnostics().front());
        return exit_code(RunStatus::bad_input);
    }
    return Run(options).execute();
}

}  // namespace sinew
