/// Mesh and surface files that nobody wrote: the readers may refuse them, but must not crash, hang
/// or ask for memory without end. The first byte chooses the reader.

#include <cstddef>
#include <cstdint>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sstream>
#include <string>

#include "../../plugins/mesh/abaqus/abaqus_reader.hpp"
#include "../../plugins/mesh/file/polygons.hpp"
#include "../../plugins/mesh/gmsh/file_numbers.hpp"
#include "../../plugins/mesh/vega/vega_reader.hpp"
#include "fuzz_file.hpp"

namespace {

/// What a file includes is the file itself.
sinew::OpenIncluded itself(const std::string& text) {
    return [text](const std::string&, std::string& name) {
        name = "included";
        return std::make_unique<std::istringstream>(text);
    };
}

void read_as(unsigned char which, const std::string& text) {
    std::istringstream in(text);
    switch (which % 8) {
        case 0:
            sinew::defect(sinew::read_vega(in, "fuzz.veg", itself(text)).mesh);
            break;
        case 1:
            sinew::read_bou(in, "fuzz.bou", 100);
            break;
        case 2:
            sinew::defect(sinew::read_abaqus(in, "fuzz.inp", itself(text)).mesh);
            break;
        case 3:
            sinew::read_off(in, "fuzz.off");
            break;
        case 4:
            sinew::read_obj(in, "fuzz.obj");
            break;
        case 5:
            sinew::read_ply(in, "fuzz.ply");
            break;
        case 6:
            sinew::check_file_numbers(in, "fuzz.mesh", true);
            break;
        default:
            sinew::check_file_numbers(in, "fuzz.msh", false);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return sinew::fuzz::read_chosen(data, size, read_as);
}
