/// The parts of a .glb file, taken apart without the reader.
#pragma once

#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/output/surface_series.hpp>
#include <string>

namespace sinew::testing {

struct Glb {
    nlohmann::json head;
    std::string buffer;
};

inline Glb parts_of(const std::string& glb) {
    const auto word = [&](std::size_t at) {
        std::uint32_t value = 0;
        std::memcpy(&value, glb.data() + at, 4);
        return value;
    };
    REQUIRE(glb.substr(0, 4) == "glTF");
    REQUIRE(word(4) == 2);
    REQUIRE(word(8) == glb.size());
    const std::uint32_t n_bytes = word(12);
    REQUIRE(n_bytes % 4 == 0);
    REQUIRE(glb.substr(16, 4) == "JSON");
    REQUIRE(word(20 + n_bytes) == glb.size() - 28 - n_bytes);
    REQUIRE(glb.substr(24 + n_bytes, 4) == std::string("BIN\0", 4));
    return {nlohmann::json::parse(glb.substr(20, n_bytes)), glb.substr(28 + n_bytes)};
}

/// The vectors of an accessor.
inline FramePoints vectors(const Glb& file, int accessor) {
    const nlohmann::json& which = file.head["accessors"][accessor];
    CHECK(which["type"] == "VEC3");
    CHECK(which["componentType"] == 5126);
    FramePoints points(3, which["count"].get<int>());
    const nlohmann::json& view = file.head["bufferViews"][which["bufferView"].get<int>()];
    REQUIRE(view["byteLength"] == 4 * points.size());
    std::memcpy(points.data(), file.buffer.data() + view["byteOffset"].get<std::size_t>(),
                4 * std::size_t(points.size()));
    return points;
}

}  // namespace sinew::testing
