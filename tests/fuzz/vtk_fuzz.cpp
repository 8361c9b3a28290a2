/// Files of VTK's formats and of STL. What their headers promise is read in this process, where the
/// fuzzer sees its way; VTK's readers run in one of their own, and may go down in it alone. The
/// first byte chooses the format.

#include <vtkDataObject.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/promises.hpp>
#include <sinew/vtk_files/read_apart.hpp>
#include <sstream>

#include "fuzz_file.hpp"

namespace {

constexpr const char* endings[] = {".vtk", ".vtu", ".vtp", ".stl"};

void read(const std::string& ending, const std::string& text) {
    std::istringstream in(text);
    sinew::vtk_files::promises_of(in, ending, "fuzz" + ending);
    const auto file = sinew::fuzz::file_of(text, ending);
    sinew::vtk_files::read_apart({file, "fuzz" + ending, ending},
                                 [](vtkDataObject&) { return std::string("it was read"); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    try {
        read(endings[data[0] % 4], sinew::fuzz::text_of(data, size));
    } catch (const sinew::InputError&) {
        // A refusal is a right answer.
    }
    return 0;
}
