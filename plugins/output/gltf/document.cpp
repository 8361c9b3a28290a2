#include "document.hpp"

#include <bit>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/version.hpp>

namespace sinew::gltf_output {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little);

namespace {

void append_word(std::string& file, std::size_t word) {
    const auto bytes = std::uint32_t(word);
    file.append(reinterpret_cast<const char*>(&bytes), sizeof bytes);
}

}  // namespace

void require_glb_room(std::size_t n_bytes, const std::string& remedy) {
    if (n_bytes > std::numeric_limits<std::uint32_t>::max())
        throw ComputationError("a .glb file cannot hold more than 4 GB", remedy);
}

Document::Document() {
    json_["asset"] = {{"version", "2.0"}, {"generator", std::string("Sinew ") + version}};
}

int Document::add_bytes(const char* bytes, std::size_t n_bytes, int target) {
    json view{{"buffer", 0}, {"byteOffset", buffer_.size()}, {"byteLength", n_bytes}};
    if (target != 0) view["target"] = target;
    buffer_.append(bytes, n_bytes);
    json_["bufferViews"].push_back(std::move(view));
    return int(json_["bufferViews"].size()) - 1;
}

int Document::add_accessor(int view, int type, const char* sort, std::size_t count) {
    json_["accessors"].push_back(
        {{"bufferView", view}, {"componentType", type}, {"count", count}, {"type", sort}});
    return int(json_["accessors"].size()) - 1;
}

int Document::add_vectors(const FramePoints& vectors, bool with_bounds) {
    const int view = add_view(std::span(vectors.data(), std::size_t(vectors.size())), vertex_data);
    const int accessor = add_accessor(view, float_type, "VEC3", std::size_t(vectors.cols()));
    if (!with_bounds || vectors.cols() == 0) return accessor;
    const Eigen::Vector3f least = vectors.rowwise().minCoeff(), most = vectors.rowwise().maxCoeff();
    json_["accessors"].back()["min"] = {least[0], least[1], least[2]};
    json_["accessors"].back()["max"] = {most[0], most[1], most[2]};
    return accessor;
}

int Document::add_scalars(const std::vector<float>& numbers) {
    return add_accessor(add_view(std::span(numbers)), float_type, "SCALAR", numbers.size());
}

int Document::add_times(const std::vector<double>& times) {
    const int accessor = add_scalars({times.begin(), times.end()});
    json_["accessors"].back()["min"] = {float(times.front())};
    json_["accessors"].back()["max"] = {float(times.back())};
    return accessor;
}

std::string Document::content(bool is_binary) {
    json_["buffers"] = {{{"byteLength", buffer_.size()}}};
    if (is_binary) return binary();
    json_["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64();
    return json_.dump();
}

/// Section 4 of the specification: a header, the JSON and the buffer, each padded to four bytes.
std::string Document::binary() {
    std::string head = json_.dump();
    head.resize((head.size() + 3) / 4 * 4, ' ');
    buffer_.resize((buffer_.size() + 3) / 4 * 4, '\0');
    const std::size_t size = 12 + 8 + head.size() + 8 + buffer_.size();
    require_glb_room(size, "give the output an `every:`, or write a point cache");
    std::string file = "glTF";
    for (const std::size_t word : {std::size_t(2), size, head.size()}) append_word(file, word);
    file += "JSON" + head;
    append_word(file, buffer_.size());
    file.append("BIN\0", 4);
    return file + buffer_;
}

std::string Document::base64() const {
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

}  // namespace sinew::gltf_output
