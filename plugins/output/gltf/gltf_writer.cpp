#include "gltf_writer.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/version.hpp>
#include <span>

namespace sinew::gltf_output {
namespace {

static_assert(std::endian::native == std::endian::little);

using nlohmann::json;

constexpr int float_type = 5126, unsigned_type = 5125;
constexpr int vertex_data = 34962, triangle_data = 34963;

class Writer {
public:
    Writer(const SurfaceMesh& rest, const SurfaceFrames& frames, const Settings& settings)
        : rest_(rest), frames_(frames), settings_(settings) {}

    std::string content() {
        json_["asset"] = {{"version", "2.0"}, {"generator", std::string("Sinew ") + version}};
        json_["scene"] = 0;
        json_["scenes"] = {{{"nodes", {0}}}};
        json node{{"name", settings_.name}, {"mesh", 0}};
        if (settings_.z_is_up) node["rotation"] = {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
        json_["nodes"] = {node};
        add_mesh();
        if (!frames_.times.empty()) add_animation();
        return settings_.is_binary ? binary() : text();
    }

private:
    template <class T>
    int add_view(std::span<const T> numbers, int target = 0) {
        json view{
            {"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", numbers.size_bytes()}};
        if (target != 0) view["target"] = target;
        buffer_.append(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes());
        json_["bufferViews"].push_back(std::move(view));
        return int(json_["bufferViews"].size()) - 1;
    }

    int add_accessor(int view, int type, const char* sort, std::size_t count) {
        json_["accessors"].push_back(
            {{"bufferView", view}, {"componentType", type}, {"count", count}, {"type", sort}});
        return int(json_["accessors"].size()) - 1;
    }

    int add_vectors(const FramePoints& vectors, bool with_bounds) {
        const int view =
            add_view(std::span(vectors.data(), std::size_t(vectors.size())), vertex_data);
        const int accessor = add_accessor(view, float_type, "VEC3", std::size_t(vectors.cols()));
        if (!with_bounds || vectors.cols() == 0) return accessor;
        const Eigen::Vector3f least = vectors.rowwise().minCoeff(),
                              most = vectors.rowwise().maxCoeff();
        json_["accessors"].back()["min"] = {least[0], least[1], least[2]};
        json_["accessors"].back()["max"] = {most[0], most[1], most[2]};
        return accessor;
    }

    int add_scalars(const std::vector<float>& numbers) {
        return add_accessor(add_view(std::span(numbers)), float_type, "SCALAR", numbers.size());
    }

    /// Unit normals: means over the triangles around a point, by area.
    FramePoints normals(const Points& points) const {
        Points sums = Points::Zero(3, points.cols());
        for (Eigen::Index t = 0; t < rest_.n_triangles(); ++t) {
            const auto corners = rest_.triangles.col(t);
            const Eigen::Vector3d a = points.col(corners[0]);
            const Eigen::Vector3d twice =
                (points.col(corners[1]) - a).cross(Eigen::Vector3d(points.col(corners[2]) - a));
            for (const int corner : corners) sums.col(corner) += twice;
        }
        for (Eigen::Index i = 0; i < sums.cols(); ++i) {
            const double length = sums.col(i).norm();
            sums.col(i) =
                length > 0 ? Eigen::Vector3d(sums.col(i) / length) : Eigen::Vector3d(0, 0, 1);
        }
        return sums.cast<float>();
    }

    void add_mesh() {
        const FramePoints rest = rest_.positions.cast<float>();
        json primitive;
        primitive["attributes"]["POSITION"] = add_vectors(rest, true);
        FramePoints rest_normals;
        if (settings_.has_normals) {
            rest_normals = normals(rest_.positions);
            primitive["attributes"]["NORMAL"] = add_vectors(rest_normals, false);
        }
        const std::vector<std::uint32_t> corners(rest_.triangles.data(),
                                                 rest_.triangles.data() + rest_.triangles.size());
        primitive["indices"] = add_accessor(add_view(std::span(corners), triangle_data),
                                            unsigned_type, "SCALAR", corners.size());
        json names = json::array();
        for (std::size_t k = 0; k < frames_.times.size(); ++k) {
            const FramePoints& moved = frames_.points[k];
            json target{{"POSITION", add_vectors(moved, true)}};
            if (settings_.has_normals)
                target["NORMAL"] = add_vectors(
                    normals(rest_.positions + moved.cast<double>()) - rest_normals, false);
            primitive["targets"].push_back(std::move(target));
            names.push_back(fmt::format("{:g} s", frames_.times[k]));
        }
        json mesh{{"name", settings_.name}, {"primitives", {primitive}}};
        if (!frames_.times.empty()) {
            mesh["weights"] = std::vector<int>(frames_.times.size(), 0);
            mesh["extras"]["targetNames"] = std::move(names);
        }
        json_["meshes"] = {mesh};
    }

    void add_animation() {
        const std::vector<float> times(frames_.times.begin(), frames_.times.end());
        std::vector<float> weights(times.size() * times.size(), 0);
        for (std::size_t k = 0; k < times.size(); ++k) weights[k * times.size() + k] = 1;
        const int input = add_scalars(times);
        json_["accessors"].back()["min"] = {times.front()};
        json_["accessors"].back()["max"] = {times.back()};
        const int output = add_scalars(weights);
        json_["animations"] = {
            {{"name", settings_.name},
             {"samplers",
              {{{"input", input},
                {"output", output},
                {"interpolation", settings_.steps ? "STEP" : "LINEAR"}}}},
             {"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}}};
    }

    /// Section 4 of the specification: a header, the JSON and the buffer, each padded to four
    /// bytes.
    std::string binary() {
        json_["buffers"] = {{{"byteLength", buffer_.size()}}};
        std::string head = json_.dump();
        head.resize((head.size() + 3) / 4 * 4, ' ');
        buffer_.resize((buffer_.size() + 3) / 4 * 4, '\0');
        const std::size_t size = 12 + 8 + head.size() + 8 + buffer_.size();
        if (size > std::numeric_limits<std::uint32_t>::max())
            throw ComputationError("a .glb file cannot hold more than 4 GB",
                                   "give the output an `every:`, or write a point cache");
        std::string file = "glTF";
        for (const std::size_t word : {std::size_t(2), size, head.size()}) append(file, word);
        file += "JSON" + head;
        append(file, buffer_.size());
        file.append("BIN\0", 4);
        return file + buffer_;
    }

    static void append(std::string& file, std::size_t word) {
        const auto bytes = std::uint32_t(word);
        file.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
    }

    std::string text() {
        json_["buffers"] = {{{"byteLength", buffer_.size()},
                             {"uri", "data:application/octet-stream;base64," + base64()}}};
        return json_.dump();
    }

    std::string base64() const {
        static constexpr char letters[] =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        std::string text;
        text.reserve((buffer_.size() + 2) / 3 * 4);
        for (std::size_t i = 0; i < buffer_.size(); i += 3) {
            const std::size_t n = std::min<std::size_t>(3, buffer_.size() - i);
            unsigned bits = 0;
            for (std::size_t k = 0; k < 3; ++k)
                bits = bits << 8 | (k < n ? static_cast<unsigned char>(buffer_[i + k]) : 0u);
            for (std::size_t k = 0; k < 4; ++k)
                text.push_back(k <= n ? letters[bits >> (18 - 6 * k) & 63] : '=');
        }
        return text;
    }

    const SurfaceMesh& rest_;
    const SurfaceFrames& frames_;
    const Settings& settings_;
    json json_;
    std::string buffer_;
};

}  // namespace

std::string file_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                         const Settings& settings) {
    return Writer(rest, frames, settings).content();
}

}  // namespace sinew::gltf_output
