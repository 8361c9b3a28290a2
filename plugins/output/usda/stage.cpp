#include "stage.hpp"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/version.hpp>
#include <string_view>

namespace sinew::usda {
namespace {

constexpr std::string_view rest_points = "point3f[] points = ";
constexpr std::string_view corners = "int[] faceVertexIndices = ";
constexpr std::string_view moving_points = "point3f[] points.timeSamples = {";
constexpr std::string_view rate = "timeCodesPerSecond = ";

/// "[a, b, ...]" of n words.
template <class Word>
std::string list_of(std::size_t n, Word&& word) {
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    fmt::format_to(out, "[");
    for (std::size_t k = 0; k < n; ++k) fmt::format_to(out, "{}{}", k > 0 ? ", " : "", word(k));
    fmt::format_to(out, "]");
    return fmt::to_string(text);
}

/// Numbers in the fewest digits that read back bit by bit.
template <class Vector>
std::string tuple(const Vector& x) {
    return fmt::format("({}, {}, {})", x[0], x[1], x[2]);
}

std::string points_text(const FramePoints& points) {
    return list_of(std::size_t(points.cols()),
                   [&](std::size_t k) { return tuple(points.col(Eigen::Index(k))); });
}

std::string corners_text(const Eigen::MatrixXi& triangles) {
    return list_of(std::size_t(triangles.size()),
                   [&](std::size_t k) { return triangles.data()[k]; });
}

std::string extent_text(const FramePoints& points) {
    const Eigen::Vector3f least = points.rowwise().minCoeff(), most = points.rowwise().maxCoeff();
    return fmt::format("[{}, {}]", tuple(least), tuple(most));
}

std::string names_text(const std::vector<std::string>& names) {
    return list_of(names.size(), [&](std::size_t k) { return '"' + names[k] + '"'; });
}

/// USD's vectors are rows, so its matrices are transposed to ours.
std::string matrices_text(const std::vector<Eigen::Isometry3d>& transforms) {
    return list_of(transforms.size(), [&](std::size_t k) {
        const Eigen::Matrix4d& m = transforms[k].matrix();
        const auto row = [&](int i) {
            return fmt::format("({}, {}, {}, {})", m(0, i), m(1, i), m(2, i), m(3, i));
        };
        return fmt::format("({}, {}, {}, {})", row(0), row(1), row(2), row(3));
    });
}

std::string rotations_text(const std::vector<Eigen::Quaternionf>& rotations) {
    return list_of(rotations.size(), [&](std::size_t k) {
        const Eigen::Quaternionf& q = rotations[k];
        return fmt::format("({}, {}, {}, {})", q.w(), q.x(), q.y(), q.z());
    });
}

std::string translations_text(const std::vector<Eigen::Vector3f>& translations) {
    return list_of(translations.size(), [&](std::size_t k) { return tuple(translations[k]); });
}

class Writer {
public:
    Writer(const SurfaceMesh& rest, const SurfaceFrames& frames, const SkeletonTrack* skeleton,
           const Settings& settings)
        : rest_(rest), frames_(frames), skeleton_(skeleton), settings_(settings) {}

    std::string text() {
        const std::string name = identifier(settings_.name);
        add_metadata(name);
        open(fmt::format("def Xform \"{}\"", name));
        add_mesh();
        if (skeleton_ != nullptr) add_skeleton(name);
        close();
        return std::move(text_);
    }

private:
    void line(std::string_view words) {
        text_.append(4 * std::size_t(depth_), ' ').append(words).append("\n");
    }
    void open(std::string_view words) {
        line(words);
        line("{");
        ++depth_;
    }
    void close() {
        --depth_;
        line("}");
    }

    void add_metadata(const std::string& name) {
        const auto& times = frames_.times;
        text_ = "#usda 1.0\n(\n";
        depth_ = 1;
        line(fmt::format("defaultPrim = \"{}\"", name));
        line(fmt::format("doc = \"Sinew {}\"", version));
        line(fmt::format("endTimeCode = {}", times.empty() ? 0.0 : times.back()));
        line("metersPerUnit = 1");
        line(fmt::format("startTimeCode = {}", times.empty() ? 0.0 : times.front()));
        line(fmt::format("{}{}", rate, settings_.codes_per_second));
        line(fmt::format("upAxis = \"{}\"", settings_.z_is_up ? "Z" : "Y"));
        text_ += ")\n\n";
        depth_ = 0;
    }

    /// An attribute with a value a frame; `value(k)`: its text.
    template <class Value>
    void add_samples(std::string_view head, Value&& value) {
        line(head);
        ++depth_;
        for (std::size_t k = 0; k < frames_.times.size(); ++k)
            line(fmt::format("{}: {},", frames_.times[k], value(k)));
        close();
    }

    void add_mesh() {
        const FramePoints rest = rest_.positions.cast<float>();
        open("def Mesh \"surface\"");
        line("uniform bool doubleSided = 0");
        line("float3[] extent = " + extent_text(rest));
        add_samples("float3[] extent.timeSamples = {",
                    [&](std::size_t k) { return extent_text(frames_.points[k]); });
        line("int[] faceVertexCounts = " +
             list_of(std::size_t(rest_.n_triangles()), [](std::size_t) { return 3; }));
        line(std::string(corners) + corners_text(rest_.triangles));
        line("uniform token orientation = \"rightHanded\"");
        line(std::string(rest_points) + points_text(rest));
        add_samples(moving_points, [&](std::size_t k) { return points_text(frames_.points[k]); });
        line("uniform token subdivisionScheme = \"none\"");
        close();
    }

    void add_skeleton(const std::string& name) {
        const SkeletonTrack& skeleton = *skeleton_;
        const std::string joints = "uniform token[] joints = " + names_text(skeleton.joints());
        open("def SkelRoot \"rig\"");
        line("def Skeleton \"skeleton\" (");
        line("    prepend apiSchemas = [\"SkelBindingAPI\"]");
        open(")");
        line("uniform matrix4d[] bindTransforms = " + matrices_text(skeleton.bind()));
        line(joints);
        line("uniform matrix4d[] restTransforms = " + matrices_text(skeleton.rest()));
        line(fmt::format("rel skel:animationSource = </{}/rig/skeleton/animation>", name));
        open("def SkelAnimation \"animation\"");
        line(joints);
        add_samples("quatf[] rotations.timeSamples = {",
                    [&](std::size_t k) { return rotations_text(skeleton.samples()[k].rotations); });
        line("half3[] scales = " +
             list_of(skeleton.joints().size(), [](std::size_t) { return "(1, 1, 1)"; }));
        add_samples("float3[] translations.timeSamples = {", [&](std::size_t k) {
            return translations_text(skeleton.samples()[k].translations);
        });
        for (int level = 0; level < 3; ++level) close();
    }

    const SurfaceMesh& rest_;
    const SurfaceFrames& frames_;
    const SkeletonTrack* skeleton_;
    const Settings& settings_;
    std::string text_;
    int depth_ = 0;
};

std::string_view trimmed(std::string_view line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == line.npos ? std::string_view{} : line.substr(first);
}

/// Reads "24: [(x, y, z), ...]," of n points; false if it is another line.
bool read_sample(std::string_view line, Eigen::Index n, SurfaceFrames& frames) {
    double time = 0;
    const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), time);
    if (error != std::errc()) return false;
    FramePoints points(3, n);
    const char* at = after;
    const char* const end = line.data() + line.size();
    for (float& x : points.reshaped()) {
        while (at != end && std::string_view(":[(, )]").find(*at) != std::string_view::npos) ++at;
        const auto number = std::from_chars(at, end, x);
        if (number.ec != std::errc()) return false;
        at = number.ptr;
    }
    if (std::string_view(at, std::size_t(end - at)) != ")],") return false;
    frames.times.push_back(time);
    frames.points.push_back(std::move(points));
    return true;
}

}  // namespace

std::string stage_text(const SurfaceMesh& rest, const SurfaceFrames& frames,
                       const SkeletonTrack* skeleton, const Settings& settings) {
    return Writer(rest, frames, skeleton, settings).text();
}

SurfaceFrames read_frames(const std::filesystem::path& file, const SurfaceMesh& rest,
                          double codes_per_second) {
    const std::string expected[] = {
        fmt::format("{}{}", rate, codes_per_second),
        std::string(corners) + corners_text(rest.triangles),
        std::string(rest_points) + points_text(rest.positions.cast<float>())};
    std::size_t n_found = 0;
    bool is_ours = true, has_frames = false;
    SurfaceFrames frames;
    std::ifstream stream(file);
    for (std::string words; is_ours && !has_frames && std::getline(stream, words);) {
        const std::string_view line = trimmed(words);
        if (n_found < std::size(expected)) {
            n_found += line == expected[n_found];
        } else if (line == moving_points) {
            has_frames = true;
            while (is_ours && std::getline(stream, words) && trimmed(words) != "}")
                is_ours = read_sample(trimmed(words), rest.n_points(), frames);
        }
    }
    if (!is_ours || !has_frames)
        throw InputError(
            Diagnostic::error(
                fmt::format("{} shows another surface than this run, or counts its time "
                            "otherwise",
                            file.string()))
                .remedy("move it away, or continue into another folder with -o"));
    return frames;
}

}  // namespace sinew::usda
