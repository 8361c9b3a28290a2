/// glTF files, as text or binary: what is read is put into its scene and its skins' rest, as
/// plugins do.

#include <sinew/gltf/gltf_file.hpp>
#include <sinew/gltf/scene_surface.hpp>
#include <sinew/gltf/skin_pose.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "fuzz_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    sinew::Path path;
    path.written = "fuzz.gltf";
    path.absolute = sinew::fuzz::file_of(bytes, ".gltf");
    try {
        const sinew::gltf::File file = sinew::gltf::read(path);
        for (std::size_t k = 0; k < file.skins.size(); ++k)
            (void)sinew::gltf::weighted_surface(file, int(k));
        (void)sinew::gltf::surface_in_scene(file, "", {});
    } catch (const sinew::InputError&) {
        // A refusal is a right answer.
    }
    return 0;
}
