/// Files of VTK's formats and of STL. What their headers promise is read in this process, where the
/// fuzzer sees its way; VTK's readers run in one of their own, and may go down in it alone. The
/// first byte chooses the format.

#include <vtkDataObject.h>

#include <sinew/vtk_files/promises.hpp>
#include <sinew/vtk_files/read_apart.hpp>
#include <sstream>

#include "fuzz_file.hpp"

namespace {

constexpr const char* endings[] = {".vtk", ".vtu", ".vtp", ".stl"};

void read_as(unsigned char which, const std::string& text) {
    const std::string ending = endings[which % 4];
    std::istringstream in(text);
    sinew::vtk_files::promises_of(in, ending, "fuzz" + ending);
    const auto file = sinew::fuzz::file_of(text, ending);
    sinew::vtk_files::read_apart({file, "fuzz" + ending, ending},
                                 [](vtkDataObject&) { return std::string("it was read"); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return sinew::fuzz::read_chosen(data, size, read_as);
}
