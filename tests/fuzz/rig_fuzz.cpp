/// Skeletons and motions of text: .bvh, .tgf, and the frames of a .tgf. The first byte chooses.

#include <cstddef>
#include <cstdint>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sstream>
#include <string>

#include "../../plugins/rig/skeleton/anim_reader.hpp"
#include "../../plugins/rig/skeleton/bvh_reader.hpp"
#include "../../plugins/rig/skeleton/tgf_reader.hpp"

namespace {

void read(unsigned char which, const std::string& text) {
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
            sinew::read_anim(in, "fuzz.txt", sinew::read_tgf(bones, "bones.tgf"), 24);
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    try {
        read(data[0], std::string(reinterpret_cast<const char*>(data + 1), size - 1));
    } catch (const sinew::InputError&) {
        // A refusal is a right answer.
    }
    return 0;
}
