#include <catch2/catch.hpp>
#include <random>
#include <sinew/gltf/scene_surface.hpp>
#include <sinew/gltf/skin_pose.hpp>
#include <support/gltf/changed_gltf.hpp>

using namespace sinew;
using namespace sinew::test;
using nlohmann::json;

namespace {

/// Reads all that the file has; returns whether it was refused.
bool is_refused(const std::string& path) {
    try {
        const gltf::File file = gltf::read({path, "broken.gltf", {}});
        for (std::size_t s = 0; s < file.skins.size(); ++s) gltf::weighted_surface(file, int(s));
        const SurfaceMesh all = gltf::surface_in_scene(file);
        for (std::size_t a = 0; a < file.animations.size(); ++a)
            gltf::morph_clip(file, "", {}, int(a), {}).displacement(all.n_points(), 0.3);
    } catch (const InputError&) {
        return true;
    }
    return false;
}

/// Places of all numbers and words of a file, but for its bytes.
void collect(const json& value, const json::json_pointer& at,
             std::vector<json::json_pointer>& out) {
    if (value.is_structured()) {
        for (const auto& [key, item] : value.items())
            if (key != "uri")
                collect(item, value.is_array() ? at / std::stoul(key) : at / key, out);
    } else {
        out.push_back(at);
    }
}

}  // namespace

TEST_CASE("gltf: a file with any of its numbers or words changed is read or refused") {
    const std::vector<json> others{-1,     0,    1,          7,       1e9, 2147483648.0, 1e300, 3.5,
                                   "VEC3", 5120, "rotation", nullptr, {},  json::array()};
    std::mt19937 generator(1);
    int n_refused = 0;
    for (const std::string& file : {stalk_file(), crane_file()}) {
        const json whole = json::parse(bytes_of(file));
        std::vector<json::json_pointer> places;
        collect(whole, json::json_pointer(), places);
        for (int k = 0; k < 200; ++k) {
            json changed = whole;
            const json::json_pointer& place = places[generator() % places.size()];
            changed[place] = others[generator() % others.size()];
            CAPTURE(place.to_string(), changed[place].dump());
            n_refused += is_refused(ChangedGltf(".gltf", changed.dump()).path());
        }
    }
    CHECK(n_refused > 100);
}

TEST_CASE("gltf: a .glb with any of its bytes changed is read or refused") {
    const std::string whole = as_glb(crane_file());
    std::mt19937 generator(2);
    int n_refused = 0;
    for (int k = 0; k < 300; ++k) {
        std::string changed = whole;
        if (k % 3 == 0) changed.resize(generator() % changed.size());
        for (int i = 0; i < 3 && !changed.empty(); ++i) {
            const std::size_t range =
                k % 2 == 0 ? std::min<std::size_t>(32, changed.size()) : changed.size();
            changed[generator() % range] = char(generator() % 256);
        }
        CAPTURE(k);
        n_refused += is_refused(ChangedGltf(".glb", changed).path());
    }
    CHECK(n_refused > 150);
}

TEST_CASE("gltf: a joint whose name is not UTF-8 is refused") {
    std::string text = bytes_of(crane_file());
    const std::size_t at = text.find("\"name\"");
    REQUIRE(at != std::string::npos);
    text[text.find('"', text.find(':', at)) + 1] = '\xfc';
    CHECK_THROWS_WITH(gltf::read({ChangedGltf(".gltf", text).path(), "broken.gltf", {}}),
                      Catch::Contains("broken.gltf") && Catch::Contains("UTF-8"));
}
