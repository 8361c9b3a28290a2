#include <catch2/catch.hpp>
#include <gltf/document.hpp>

using namespace sinew;
using gltf_output::Document;
using nlohmann::json;

namespace {

Document small_document() {
    Document document;
    document.add_times({0.5, 0.75});
    document.add_vectors(FramePoints::Ones(3, 2), true);
    return document;
}

}  // namespace

TEST_CASE("gltf document: views follow each other in the buffer, and times have their bounds") {
    Document document = small_document();
    const json head = document.head();
    CHECK(head["asset"]["version"] == "2.0");
    CHECK(head["bufferViews"][0]["byteLength"] == 8);
    CHECK(head["bufferViews"][1]["byteOffset"] == 8);
    CHECK(head["bufferViews"][1]["byteLength"] == 24);
    CHECK(head["accessors"][0]["min"] == json::array({0.5}));
    CHECK(head["accessors"][0]["max"] == json::array({0.75}));
    CHECK(head["accessors"][1]["max"] == json::array({1, 1, 1}));
}

TEST_CASE("gltf document: the text holds the buffer that the binary file ends with") {
    const std::string binary = small_document().content(true);
    const json text = json::parse(small_document().content(false));
    CHECK(text["buffers"][0]["byteLength"] == 32);
    // 0.5F and 0.75F: 00 00 00 3f 00 00 40 3f.
    CHECK(text["buffers"][0]["uri"].get<std::string>().starts_with(
        "data:application/octet-stream;base64,AAAAPwAAQD8AAIA/"));
    CHECK(binary.substr(binary.size() - 32, 8) == std::string("\0\0\0\x3f\0\0\x40\x3f", 8));
    CHECK(binary.size() % 4 == 0);
}
