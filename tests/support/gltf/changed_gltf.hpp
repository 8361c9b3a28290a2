/// glTF files of the project with something changed, for tests of what is wrong.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sinew::test {

inline std::string stalk_file() {
    return SINEW_SOURCE_DIR "/scenes/rig/stalk.gltf";
}
inline std::string crane_file() {
    return SINEW_SOURCE_DIR "/tests/plugins/rig/skeleton/crane.gltf";
}

inline std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A copy that lives as long as this.
class ChangedGltf {
public:
    /// The text of a .gltf is changed as JSON.
    ChangedGltf(const std::string& file, const std::function<void(nlohmann::json&)>& change)
        : ChangedGltf(".gltf", [&] {
              nlohmann::json json = nlohmann::json::parse(bytes_of(file));
              change(json);
              return json.dump();
          }()) {}

    /// Any content, under a name with that ending.
    ChangedGltf(const std::string& ending, const std::string& content) {
        static std::atomic<int> n = 0;
        path_ =
            std::filesystem::temp_directory_path() /
            ("sinew_gltf_test_" + std::to_string(::getpid()) + "_" + std::to_string(n++) + ending);
        std::ofstream(path_, std::ios::binary) << content;
    }
    ~ChangedGltf() { std::filesystem::remove(path_); }
    ChangedGltf(const ChangedGltf&) = delete;
    ChangedGltf& operator=(const ChangedGltf&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

/// Appends a buffer of numbers; returns the accessor of them, n components each.
inline nlohmann::json float_accessor(nlohmann::json& file, const std::vector<float>& numbers,
                                     const std::string& type, int n) {
    static const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const auto* bytes = reinterpret_cast<const unsigned char*>(numbers.data());
    std::string text = "data:application/octet-stream;base64,";
    const std::size_t size = 4 * numbers.size();
    for (std::size_t i = 0; i < size; i += 3) {
        const auto byte = [&](std::size_t k) { return i + k < size ? unsigned(bytes[i + k]) : 0u; };
        const unsigned all = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (int k = 0; k < 4; ++k)
            text += i + std::size_t(k) > size ? '=' : letters[all >> (18 - 6 * k) & 63];
    }
    file["buffers"].push_back({{"byteLength", size}, {"uri", text}});
    file["bufferViews"].push_back(
        {{"buffer", file["buffers"].size() - 1}, {"byteOffset", 0}, {"byteLength", size}});
    file["accessors"].push_back({{"bufferView", file["bufferViews"].size() - 1},
                                 {"componentType", 5126},
                                 {"count", int(numbers.size()) / n},
                                 {"type", type}});
    return file["accessors"].size() - 1;
}

/// The .glb that holds the same: its one buffer, embedded in the text, behind the JSON.
inline std::string as_glb(const std::string& file) {
    nlohmann::json json = nlohmann::json::parse(bytes_of(file));
    const std::string uri = json["buffers"][0]["uri"];
    std::string binary;
    unsigned bits = 0;
    int n_bits = 0;
    for (const char c : uri.substr(uri.find(',') + 1)) {
        static const std::string letters =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        const auto value = letters.find(c);
        if (value == letters.npos) break;
        bits = bits << 6 | unsigned(value);
        n_bits += 6;
        if (n_bits < 8) continue;
        n_bits -= 8;
        binary.push_back(char(bits >> n_bits & 0xff));
    }
    json["buffers"][0].erase("uri");
    std::string text = json.dump();
    while (text.size() % 4 != 0) text.push_back(' ');
    while (binary.size() % 4 != 0) binary.push_back('\0');
    const auto word = [](std::size_t x) {
        std::string bytes(4, '\0');
        for (int k = 0; k < 4; ++k) bytes[std::size_t(k)] = char(x >> 8 * k & 0xff);
        return bytes;
    };
    return "glTF" + word(2) + word(12 + 8 + text.size() + 8 + binary.size()) + word(text.size()) +
           "JSON" + text + word(binary.size()) + std::string("BIN\0", 4) + binary;
}

}  // namespace sinew::test
