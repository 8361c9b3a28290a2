#include "options.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <boost/program_options.hpp>
#include <cmath>
#include <iostream>
#include <results/camera.hpp>
#include <results/size.hpp>
#include <sinew/command_line.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <sinew/kernel/run/writable.hpp>
#include <sinew/set_option.hpp>
#include <tuple>

namespace sinew::view {

namespace {

namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr int most_threads = 1024;

/// The options of one command.
class Table {
public:
    Table(std::string name, std::string summary)
        : name_(std::move(name)), summary_(std::move(summary)) {
        named_.add_options()("help,h", "this text");
    }

    template <class T>
    void add(const char* name, const char* value, const std::string& meaning) {
        named_.add_options()(name, po::value<T>()->value_name(value), meaning.c_str());
    }
    void add_switch(const char* name, const char* meaning) { named_.add_options()(name, meaning); }
    void add_window_options();

    /// False if only help was asked for.
    bool parse(const Words& words);
    void read(WindowOptions& options) const;

    bool has(const char* name) const { return values_.count(name) != 0; }
    template <class T>
    void read(const char* name, T& to) const {
        if (has(name)) to = values_[name].as<T>();
    }
    /// Throws UsageError unless it is more than zero, and finite.
    void read_positive(const char* name, std::optional<double>& to) const {
        if (!has(name)) return;
        to = values_[name].as<double>();
        if (!(*to > 0 && std::isfinite(*to)))
            throw UsageError(fmt::format("--{} takes a number of more than 0", name));
    }

private:
    std::string name_, summary_;
    po::options_description named_{"options"};
    po::variables_map values_;
};

void Table::add_window_options() {
    add<Words>("set", "PATH=VALUE", tools::set_meaning);
    add<int>("threads", "N", "threads to step with (default: OMP_NUM_THREADS, or all cores)");
    add<std::string>("size", "WxH", "pixels of the window (default: 1024x768)");
    add<std::string>("camera", "VIEW",
                     fmt::format("from where: {}, or x,y,z towards the eye",
                                 fmt::join(results::view_names(), ", ")));
    add<std::string>("screenshot", "FILE", "write a picture (PNG) of the window before it closes");
    add<std::string>("report", "FILE", "write what happened, as JSON");
}

bool Table::parse(const Words& words) {
    po::options_description all;
    all.add(named_).add_options()("SCENE", po::value<std::string>());
    po::positional_options_description order;
    order.add("SCENE", 1);
    try {
        values_ = tools::read_command_line(name_, words, all, order);
    } catch (const po::error& error) {
        throw UsageError(fmt::format("sinew {}: {}", name_, error.what()));
    }
    if (has("help")) {
        std::cout << "sinew " << name_ << " SCENE [options]\n\n" << summary_ << "\n" << named_;
        return false;
    }
    if (!has("SCENE"))
        throw UsageError(fmt::format("sinew {0} needs SCENE: sinew {0} SCENE [options]", name_));
    return true;
}

void Table::read(WindowOptions& options) const {
    Words changes;
    std::string size;
    read("SCENE", options.scene);
    read("set", changes);
    options.overrides = tools::read_overrides(changes);
    options.n_threads = omp_get_max_threads();
    read("threads", options.n_threads);
    if (options.n_threads < 1 || options.n_threads > most_threads)
        throw UsageError(
            fmt::format("--threads takes a number of at least 1 and at most {}", most_threads));
    read("size", size);
    if (!size.empty()) std::tie(options.width, options.height) = results::read_size(size);
    read("camera", options.camera);
    results::view_direction(options.camera);  // a mistake is reported before anything is computed
    read("screenshot", options.picture);
    read("report", options.report);
}

}  // namespace

void check_picture_and_report(const WindowOptions& options) {
    for (const std::string& file : {options.picture, options.report})
        if (!file.empty()) require_writable(file);
}

std::optional<ViewOptions> read_view_options(const Words& words) {
    Table table("view",
                "  A window on a running scene, in real time. The left button pulls a body, the\n"
                "  right one turns the view, the middle one zooms (with shift: moves) it; space\n"
                "  pauses, r starts again, q quits.\n");
    table.add_window_options();
    table.add<double>("duration", "SECONDS", "end here, in place of the scene's time.end");
    table.add<double>("stiffness", "N/m",
                      "of the spring that pulls (default: four times that of the body there)");
    table.add<double>("after", "SECONDS",
                      "take the screenshot at this time of the scene, not at the end");
    table.add<std::string>("record", "FILE", "write what was pulled, as a list of load/pull");
    table.add_switch("no-window-wait", "close the window at the scene's end");
    if (!table.parse(words)) return {};
    ViewOptions options;
    table.read(options);
    table.read_positive("duration", options.duration);
    table.read_positive("stiffness", options.stiffness);
    table.read_positive("after", options.after);
    table.read("record", options.record);
    if (options.after && options.picture.empty())
        throw UsageError("--after says when the picture of --screenshot is taken; give both");
    options.waits = !table.has("no-window-wait");
    return options;
}

std::optional<SketchOptions> read_sketch_options(const Words& words) {
    Table table(
        "sketch",
        "  Pull a body with the left button: its vibrations answer as a linear static\n"
        "  model, without the scene's loads, and the forces are recorded for basis/sketch.\n"
        "  Right button: turn, middle: zoom; u takes the forces of the last pull back, q\n"
        "  quits.\n");
    table.add_window_options();
    table.add<std::string>("output,o", "FILE", "for the forces (default: forces.txt)");
    table.add<std::string>("body", "PATH", "of the node, such as /arm, if there are several");
    table.add<int>("modes", "N", "vibrations that answer (default: 20)");
    table.add<double>(
        "distance", "METERS",
        "the mouse moves so far between recorded forces (default: 1/100 of the body)");
    if (!table.parse(words)) return {};
    SketchOptions options;
    table.read(options);
    table.read("output", options.output);
    table.read("body", options.body);
    table.read("modes", options.n_modes);
    if (options.n_modes < 1) throw UsageError("--modes takes a number of at least 1");
    table.read_positive("distance", options.distance);
    return options;
}

}  // namespace sinew::view
