/// A glTF 2.0 file in the making (Khronos Group, glTF 2.0 specification, 2021).
#pragma once

#include <nlohmann/json.hpp>
#include <sinew/mechanics/output/surface_series.hpp>
#include <span>
#include <string>
#include <vector>

namespace sinew::gltf_output {

constexpr int float_type = 5126, unsigned_type = 5125, short_type = 5123, byte_type = 5121;
constexpr int vertex_data = 34962, triangle_data = 34963;

/// Throws ComputationError with the remedy if a binary file of that many bytes would be too large.
void require_glb_room(std::size_t n_bytes, const std::string& remedy);

/// Its JSON, and the one buffer of its numbers.
class Document {
public:
    /// A file that holds nothing but who wrote it.
    Document();

    /// The JSON, which what is added grows in.
    nlohmann::json& head() { return json_; }

    /// Appends numbers to the buffer, a multiple of four bytes; returns the number of their view.
    template <class T>
    int add_view(std::span<const T> numbers, int target = 0) {
        return add_bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes(),
                         target);
    }
    /// Names `count` things of a sort ("VEC3") in a view; their components are of a type.
    int add_accessor(int view, int type, const char* sort, std::size_t count);
    /// Appends vectors for points, one a column; returns their accessor.
    int add_vectors(const FramePoints& vectors, bool with_bounds);
    /// Appends numbers; returns their accessor.
    int add_scalars(const std::vector<float>& numbers);
    /// The times of keyframes, which an animation needs the bounds of.
    int add_times(const std::vector<double>& times);

    /// The whole file: binary, or text with the buffer inside. Throws ComputationError if a binary
    /// one would be too large.
    std::string content(bool is_binary);

private:
    int add_bytes(const char* bytes, std::size_t n_bytes, int target);
    std::string binary();
    std::string base64() const;

    nlohmann::json json_;
    std::string buffer_;
};

}  // namespace sinew::gltf_output
