/// sinew-results: what `sinew render`, `sinew info` and the plots of `sinew bench` do by VTK, in a
/// program of its own, so that `sinew` starts without VTK.
///
///     sinew-results render DIR [options]
///     sinew-results info FILE
///     sinew-results plot JSON PNG

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <iostream>
#include <sinew/command_line.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/program.hpp>
#include <tuple>

#include "camera.hpp"
#include "options.hpp"
#include "plot.hpp"
#include "size.hpp"

namespace {

namespace po = boost::program_options;
using namespace sinew;
using namespace sinew::results;

constexpr double longest_period = 1e9;  // of --every [s]

Ground ground_of(const std::string& text) {
    if (text == "auto") return Ground::automatic;
    if (text == "on") return Ground::on;
    if (text == "off") return Ground::off;
    throw UsageError("--ground takes auto, on or off");
}

/// Nothing if only help was asked for.
std::optional<RenderOptions> read_options(const std::vector<std::string>& words) {
    RenderOptions options;
    std::string size, ground = "auto";
    double every = 0;
    po::options_description named("options"), all;
    const std::string views =
        fmt::format("from where: {}, or x,y,z towards the eye", fmt::join(view_names(), ", "));
    auto add = named.add_options();
    add("help,h", "this text");
    add("output,o", po::value(&options.output)->value_name("DIR"),
        "folder for frames/ and contact_sheet.png (default: the run's folder)");
    add("field", po::value(&options.field)->value_name("NAME"),
        "colour by this array: numbers, lengths of vectors, von Mises of stresses, norms of other "
        "tensors (default: von_mises, else displacement; none: one colour)");
    add("view,camera", po::value(&options.view)->value_name("VIEW"), views.c_str());
    add("part", po::value(&options.parts)->value_name("NAME"), "draw this part only; may repeat");
    add("size", po::value(&size)->value_name("WxH"),
        "pixels of a frame (default: 1280x720); those on the sheet are at most 480 wide");
    add("frames", po::value(&options.n_frames)->value_name("N"),
        "how many frames, spread over the run (default: 60); a dozen of them are on the sheet");
    add("every", po::value(&every)->value_name("SECONDS"), "a frame every so often instead");
    add("edges", po::bool_switch(&options.edges), "draw the edges of elements");
    add("track", po::bool_switch(&options.track),
        "let the camera go with the bodies, in place of showing all of their way");
    add("ground", po::value(&ground)->value_name("auto|on|off"),
        "the plane z = 0 (auto: if something stands or falls on it)");
    all.add(named).add_options()("DIR", po::value(&options.folder));
    po::positional_options_description order;
    order.add("DIR", 1);
    po::variables_map values;
    try {
        values = tools::read_command_line("render", words, all, order);
        po::notify(values);
    } catch (const po::error& error) {
        throw UsageError(fmt::format("sinew render: {}", error.what()));
    }
    if (values.count("help") != 0) {
        std::cout << "sinew render DIR [options]\n\n  PNG frames and a contact sheet of a run, "
                     "without a display\n\n"
                  << named;
        return {};
    }
    if (options.folder.empty())
        throw UsageError("sinew render needs DIR: sinew render DIR [options]");
    if (!size.empty()) std::tie(options.width, options.height) = read_size(size);
    options.ground = ground_of(ground);
    if (options.n_frames < 1) throw UsageError("--frames takes a number of at least 1");
    if (values.count("every") != 0) {
        if (values.count("frames") != 0) throw UsageError("give --frames or --every, not both");
        if (!(every > 0 && every <= longest_period))
            throw UsageError(
                fmt::format("--every takes seconds, more than 0 and at most {:g}", longest_period));
        options.every = every;
    }
    return options;
}

int run(const std::vector<std::string>& words) {
    const std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
    if (!words.empty() && words[0] == "render") {
        const auto options = read_options(rest);
        return options ? render(*options) : 0;
    }
    if (words.size() == 2 && words[0] == "info") return info(words[1]);
    if (words.size() == 3 && words[0] == "plot") return plot(words[1], words[2]);
    throw UsageError(
        "sinew-results serves `sinew render`, `sinew info` and `sinew bench`; use these");
}

}  // namespace

int main(int argc, char** argv) {
    return sinew::exit_code_of([&] { return run({argv + 1, argv + argc}); });
}
