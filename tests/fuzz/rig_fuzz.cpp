/// Skeletons and motions of text: .bvh, .tgf, and the frames or poses of a .tgf. The first byte
/// chooses.

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "../../plugins/rig/skeleton/anim_reader.hpp"
#include "../../plugins/rig/skeleton/bvh_reader.hpp"
#include "../../plugins/rig/skeleton/pose_reader.hpp"
#include "../../plugins/rig/skeleton/tgf_reader.hpp"
#include "fuzz_file.hpp"

namespace {

void read_as(unsigned char which, const std::string& text) {
    std::istringstream in(text);
    switch (which % 3) {
        case 0:
            sinew::read_bvh(in, "fuzz.bvh");
            break;
        case 1:
            sinew::read_tgf(in, "fuzz.tgf");
            break;
        default: {
            std::istringstream bones("1 0 0 0\n2 1 0 0\n3 2 0 0\n#\n1 2\n2 3\n");
            const sinew::TgfHandles handles = sinew::read_tgf(bones, "bones.tgf");
            if (which % 6 == 5)
                return void(sinew::read_poses(in, {"fuzz.dmat", "fuzz.dmat", {}}, handles, 24));
            sinew::read_anim(in, "fuzz.txt", handles, 24);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return sinew::fuzz::read_chosen(data, size, read_as);
}
