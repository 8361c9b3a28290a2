#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/report.hpp>
#include <sinew/kernel/version.hpp>

namespace sinew {

namespace {

std::string utc(std::chrono::system_clock::time_point moment) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                       fmt::gmtime(std::chrono::system_clock::to_time_t(moment)));
}

long peak_memory_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024L;
}

const char* key_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "errors";
        case Severity::warning:
            return "warnings";
        case Severity::note:
            return "notes";
    }
    return "";
}

/// The report of a run that had begun and came to an end; else "".
std::string report_of_ended_run(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const nlohmann::json report = nlohmann::json::parse(text, nullptr, false);
    if (!report.is_object() || !report.contains("status")) return "";
    const nlohmann::json& status = report["status"];
    return !status.is_string() || status == "running" || status == "bad_input" ? "" : text;
}

}  // namespace

RunReport::RunReport(const RunOptions& options)
    : file_(options.folder / "run.json"),
      started_(std::chrono::system_clock::now()),
      start_(std::chrono::steady_clock::now()) {
    json_["status"] = "running";
    json_["sinew"] = version;
#ifdef __clang__
    json_["compiler"] = "clang " __clang_version__;
#else
    json_["compiler"] = "g++ " __VERSION__;
#endif
    std::error_code unknown;
    const std::filesystem::path scene = std::filesystem::absolute(options.scene, unknown);
    json_["scene"] = (unknown ? options.scene : scene).string();
    json_["title"] = "";
    json_["scene_hash"] = "";
    auto& overrides = json_["overrides"] = nlohmann::ordered_json::array();
    for (const Override& one : options.overrides) overrides.push_back(one.path + "=" + one.value);
    if (!options.checkpoint.empty()) json_["continued_from"] = options.checkpoint.string();
    json_["threads"] = options.n_threads;
    earlier_ = report_of_ended_run(file_);
    json_["environment"] = options.environment;
    json_["started"] = utc(started_);
    json_["warnings"] = nlohmann::ordered_json::array();
    json_["errors"] = nlohmann::ordered_json::array();
    json_["notes"] = nlohmann::ordered_json::array();
}

void RunReport::add_phase(const std::string& name, double seconds) {
    const std::lock_guard lock(mutex_);
    auto found = std::find_if(phases_.begin(), phases_.end(),
                              [&](const Phase& phase) { return phase.name == name; });
    if (found == phases_.end()) found = phases_.insert(phases_.end(), {name, 0, 0});
    found->seconds += seconds;
    ++found->count;
}

bool RunReport::add(const Diagnostic& diagnostic) {
    const std::lock_guard lock(mutex_);
    nlohmann::ordered_json entry;
    entry["message"] = shortened(diagnostic.message);
    if (!diagnostic.remedy.empty()) entry["remedy"] = shortened(diagnostic.remedy);
    if (diagnostic.where.known()) {
        entry["file"] = diagnostic.where.source->name;
        entry["line"] = diagnostic.where.line;
        entry["column"] = diagnostic.where.column;
    }
    if (!diagnostic.node_path.empty()) entry["node"] = diagnostic.node_path;
    if (!diagnostic.plugin.empty()) entry["plugin"] = diagnostic.plugin;
    auto& known = json_[key_of(diagnostic.severity)];
    if (std::find(known.begin(), known.end(), entry) != known.end()) return false;
    known.push_back(std::move(entry));
    return true;
}

void RunReport::add_end(const std::string& status) {
    json_["status"] = status;
    const auto& errors = json_["errors"];
    json_["message"] = errors.empty() ? nlohmann::ordered_json("") : errors.front()["message"];
    json_["ended"] = status == "running" ? "" : utc(std::chrono::system_clock::now());
    json_["seconds"] =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    json_["peak_memory_bytes"] = peak_memory_bytes();
    auto& phases = json_["phases"] = nlohmann::ordered_json::object();
    for (const Phase& phase : phases_)
        phases[phase.name] = {{"seconds", phase.seconds}, {"count", phase.count}};
}

void RunReport::write(const std::string& status) {
    const std::lock_guard lock(mutex_);
    add_end(status);
    if (status != "running") at_worst_.reset();
    write_file_whole(file_, text_of(json_));
}

bool RunReport::write_refusal() {
    if (earlier_.empty()) {
        write("bad_input");
        return false;
    }
    const std::lock_guard lock(mutex_);
    at_worst_.reset();
    write_file_whole(file_, earlier_);
    return true;
}

void RunReport::prepare_for_the_worst() {
    using Slot = EndReport::Slot;
    const std::lock_guard lock(mutex_);
    add_end("running");
    nlohmann::ordered_json worst = json_;
    worst["status"] = EndReport::slot(Slot::status);
    worst["message"] = EndReport::slot(Slot::message);
    worst["errors"].push_back({{"message", EndReport::slot(Slot::message)},
                               {"remedy", EndReport::slot(Slot::remedy)},
                               {"node", EndReport::slot(Slot::node_path)},
                               {"plugin", EndReport::slot(Slot::plugin)}});
    if (!at_worst_) {
        const std::filesystem::path file = std::filesystem::absolute(file_);
        at_worst_.emplace(file.string(), name_beside(file).string());
    }
    at_worst_->prepare(text_of(worst));
}

}  // namespace sinew
