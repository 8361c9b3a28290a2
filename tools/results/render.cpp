/// sinew render: frames and a contact sheet of a finished run.

#include <fmt/format.h>
#include <vtkBoundingBox.h>
#include <vtkDataArray.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/run/writable.hpp>

#include "contact_sheet.hpp"
#include "display.hpp"
#include "ground.hpp"
#include "options.hpp"
#include "picture.hpp"
#include "png.hpp"
#include "run_folder.hpp"
#include "shape.hpp"

namespace sinew::results {

namespace fs = std::filesystem;

namespace {

using Shapes = std::vector<vtkSmartPointer<vtkDataSet>>;

struct Parts {
    std::vector<PartSeries> bodies, obstacles;
};

constexpr int n_on_sheet = 12, n_sheet_columns = 4;
/// Stresses are highest in a few corners, smoke fills little of its grid: the scale ends where this
/// share of the points does.
constexpr double shown_share = 0.98, shown_share_of_grids = 0.9995;

/// The parts asked for; else all, a surface that a body carries in place of the body.
Parts chosen_parts(const Collection& results, const std::vector<std::string>& asked) {
    std::vector<std::string> names;
    for (const PartSeries& part : results.parts) names.push_back(part.name);
    for (const std::string& name : asked)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw InputError(Diagnostic::error(fmt::format(
                "{} has no part '{}'; {}", results.file.string(), name, suggestion(name, names))));
    Parts chosen;
    for (const PartSeries& part : results.parts) {
        const bool is_asked = std::find(asked.begin(), asked.end(), part.name) != asked.end();
        const bool has_stand_in = std::any_of(names.begin(), names.end(), [&](const auto& name) {
            return name == part.name + "-visual" || name == part.name + "-skin";
        });
        if (asked.empty() ? !has_stand_in : is_asked)
            (is_obstacle(part) ? chosen.obstacles : chosen.bodies).push_back(part);
    }
    return chosen;
}

/// `n` of the times, evenly over their order, first and last among them.
std::vector<double> spread(const std::vector<double>& times, int n) {
    const auto n_all = static_cast<int>(times.size());
    if (n >= n_all) return times;
    std::vector<double> some;
    for (int i = 0; i < n; ++i)
        some.push_back(times[static_cast<std::size_t>(
            n == 1 ? n_all - 1 : std::lround(double(i) * (n_all - 1) / (n - 1)))]);
    return some;
}

/// The first time at or past each multiple of `every`.
std::vector<double> thinned(const std::vector<double>& times, double every) {
    std::vector<double> some;
    double next = -std::numeric_limits<double>::infinity();
    for (const double t : times) {
        if (t < next - 1e-9 * every) continue;
        some.push_back(t);
        next = (std::floor(t / every + 1e-9) + 1) * every;
    }
    return some;
}

/// Each part as it last was at that time.
Shapes shapes_at(const std::vector<PartSeries>& parts, double time) {
    Shapes shapes;
    for (const PartSeries& part : parts) {
        auto after = part.files.upper_bound(time);
        if (after != part.files.begin()) shapes.push_back(read_shape(std::prev(after)->second));
    }
    return shapes;
}

/// The field asked for, else the one that tells most.
std::string choose_field(const Shapes& shapes, const std::string& asked) {
    if (asked == "none") return "";
    std::vector<std::string> names;
    for (const auto& shape : shapes)
        for (const std::string& name : colour_fields(shape)) names.push_back(name);
    const auto has = [&](const std::string& name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!asked.empty() && !has(asked)) {
        std::sort(names.begin(), names.end());
        names.erase(std::unique(names.begin(), names.end()), names.end());
        throw InputError(
            Diagnostic::error(fmt::format("no part has a field '{}' to colour by; {}", asked,
                                          suggestion(asked, names)))
                .remedy("the fields that a scene writes are listed in its `{type: vtu, fields: "
                        "[...]}`; --field none draws one colour"));
    }
    if (!asked.empty()) return asked;
    for (const char* favourite : {"von_mises", "displacement", "smoke", "velocity"})
        if (has(favourite)) return favourite;
    return "";
}

/// Widens what the look spans by one frame.
void include(Look& look, const Shapes& shapes, vtkBoundingBox& box) {
    std::vector<double> all;
    double share = shown_share;
    for (const auto& shape : shapes) {
        box.AddBounds(shape->GetBounds());
        if (!shape->IsA("vtkPolyData")) share = shown_share_of_grids;
        const auto values = look.field.empty() ? nullptr : colour_values(shape, look.field);
        if (!values) continue;
        if (look.title.empty()) look.title = title_of(values);
        for (vtkIdType i = 0; i < values->GetNumberOfTuples(); ++i)
            if (const double value = values->GetTuple1(i); std::isfinite(value))
                all.push_back(value);
    }
    if (all.empty()) return;
    const auto last = static_cast<std::size_t>(share * double(all.size() - 1));
    std::nth_element(all.begin(), all.begin() + std::ptrdiff_t(last), all.end());
    look.high = std::max(look.high, all[last]);
    look.low = std::min(look.low, *std::min_element(all.begin(), all.end()));
}

/// Widens the largest extents by those of one frame.
void widen(std::optional<Vec>& largest, const Shapes& shapes) {
    vtkBoundingBox box;
    for (const auto& shape : shapes) box.AddBounds(shape->GetBounds());
    if (!box.IsValid()) return;
    if (!largest) largest = Vec{0, 0, 0};
    for (int k = 0; k < 3; ++k) {
        double& extent = (*largest)[static_cast<std::size_t>(k)];
        extent = std::max(extent, box.GetLength(k));
    }
}

/// Obstacles but for the floor that the ground is drawn for already.
Shapes obstacles_at(const Parts& parts, double time, const Look& look) {
    Shapes obstacles = shapes_at(parts.obstacles, time);
    std::erase_if(obstacles, [&](const auto& surface) {
        Bounds bounds;
        surface->GetBounds(bounds.data());
        return look.ground && is_ground(bounds, look.bounds);
    });
    return obstacles;
}

/// Widens what is seen by what is near the bodies of obstacles, which may be endless planes.
void include_obstacles(Look& look, const Parts& parts, const std::vector<double>& times,
                       vtkBoundingBox& box) {
    vtkBoundingBox near = box;
    near.Inflate(0.25 * box.GetDiagonalLength());
    for (const double time : times)
        for (const auto& surface : obstacles_at(parts, time, look)) {
            vtkBoundingBox part(surface->GetBounds());
            if (!near.IsValid() || part.IntersectBox(near)) box.AddBox(part);
        }
    if (!box.IsValid()) throw InputError(Diagnostic::error("the results hold no points"));
    box.GetBounds(look.bounds.data());
}

/// Ends that read well: from zero where that is near, to two digits.
void tidy_scale(Look& look) {
    if (look.low > look.high) look.low = look.high = 0;
    if (look.low > 0 && look.low < 0.5 * look.high) look.low = 0;
    if (look.low == look.high) look.high = look.low + std::max(1e-12, std::abs(look.low));
    const double digit = std::pow(10.0, std::floor(std::log10(look.high - look.low)) - 1);
    look.high = std::ceil(look.high / digit - 1e-9) * digit;
    look.low = std::floor(look.low / digit + 1e-9) * digit;
}

Look look_over(const RenderOptions& options, const Parts& parts, const std::vector<double>& times) {
    Look look;
    look.direction = view_direction(options.view);
    look.edges = options.edges;
    look.low = std::numeric_limits<double>::max();
    look.high = std::numeric_limits<double>::lowest();
    vtkBoundingBox box;
    for (std::size_t i = 0; i < times.size(); ++i) {
        const Shapes shapes = shapes_at(parts.bodies, times[i]);
        if (i == 0) look.field = choose_field(shapes, options.field);
        include(look, shapes, box);
        if (options.track) widen(look.track, shapes);
    }
    tidy_scale(look);
    box.GetBounds(look.bounds.data());
    look.ground = options.ground == Ground::on ||
                  (options.ground == Ground::automatic && stands_on_ground(look.bounds));
    include_obstacles(look, parts, times, box);
    if (look.ground) look.bounds[4] = std::min(look.bounds[4], 0.0);
    return look;
}

fs::path frame_file(const fs::path& folder, std::size_t i) {
    return folder / fmt::format("frame_{:04}.png", i);
}

/// Removes the frames of an earlier rendering that had more.
void remove_frames_from(const fs::path& folder, std::size_t first) {
    std::error_code stays;  // what may not be removed, or is no file
    while (fs::remove(frame_file(folder, first), stays)) ++first;
}

void draw(Picture& picture, const Parts& parts, double time, const Look& look) {
    picture.draw(shapes_at(parts.bodies, time), obstacles_at(parts, time, look), time);
}

/// A dozen of the frames, as large as these or smaller.
void write_sheet(const fs::path& file, Picture& picture, const Parts& parts,
                 const std::vector<double>& times, const RenderOptions& options, const Look& look) {
    const int width = std::min(480, options.width);
    picture.resize(width, std::max(1, width * options.height / options.width));
    std::vector<vtkSmartPointer<vtkImageData>> images;
    for (const double time : times) {
        draw(picture, parts, time, look);
        images.push_back(picture.image());
    }
    write_png(file, contact_sheet(images, n_sheet_columns));
}

}  // namespace

int render(const RenderOptions& options) {
    const Collection results = read_collection(find_collection(options.folder));
    if (const std::string failure = failure_of_run(results.file.parent_path()); !failure.empty())
        std::cerr << fmt::format("note: {}; shown is what it left, to {:g} s\n", failure,
                                 results.times.back());
    const Parts parts = chosen_parts(results, options.parts);
    const std::vector<double> times = options.every ? thinned(results.times, *options.every)
                                                    : spread(results.times, options.n_frames);
    const Look look = look_over(options, parts, times);
    const fs::path folder =
        options.output.empty() ? results.file.parent_path() : fs::path(options.output);
    const fs::path sheet = folder / "contact_sheet.png";
    make_output_folder(folder / "frames");
    require_writable(sheet);

    const Display display;
    Picture picture(look, options.width, options.height);
    for (std::size_t i = 0; i < times.size(); ++i) {
        draw(picture, parts, times[i], look);
        write_png(frame_file(folder / "frames", i), picture.image());
    }
    remove_frames_from(folder / "frames", times.size());
    write_sheet(sheet, picture, parts, spread(times, n_on_sheet), options, look);
    std::cout << fmt::format("{} frames in {} and {}\n", times.size(), (folder / "frames").string(),
                             sheet.string());
    return 0;
}

}  // namespace sinew::results
