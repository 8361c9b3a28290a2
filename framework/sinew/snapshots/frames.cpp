#include <fmt/format.h>
#include <vtkDataArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUtilities.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sinew/kernel/run/bytes.hpp>
#include <sinew/snapshots/frames.hpp>
#include <sinew/vtk_files/quiet_vtk.hpp>
#include <sinew/vtk_files/read_apart.hpp>

namespace sinew::frames {

namespace {

[[noreturn]] void fail(const Path& path, const std::string& message, const std::string& remedy) {
    throw InputError(path.mark, path.written + ": " + message, remedy);
}

}  // namespace

Frame read_frame(const Path& path) {
    if (path.absolute.extension() != ".vtu")
        fail(path, "a snapshot is a .vtu file of a whole body",
             "write it by outputs: [{type: vtu}], without `surface`");
    const auto take = [&](vtkDataObject& data) {
        auto& grid = *vtkUnstructuredGrid::SafeDownCast(&data);
        if (grid.GetNumberOfPoints() == 0)
            fail(path, "VTK finds no points in the file", "it may be cut off: write it anew");
        vtkDataArray* array = grid.GetPointData()->GetArray("displacement");
        if (!array || array->GetNumberOfComponents() != 3)
            fail(path, "the file has no vectors `displacement` on its points",
                 "let the run write them: outputs: [{type: vtu, fields: [displacement]}]");
        const vtkIdType n = grid.GetNumberOfPoints();
        Points positions(3, n), displacement(3, n);
        for (vtkIdType a = 0; a < n; ++a) {
            grid.GetPoint(a, positions.col(a).data());
            array->GetTuple(a, displacement.col(a).data());
        }
        BytesOut out;
        out.put(positions);
        out.put(displacement);
        return out.take();
    };
    std::string bytes;
    try {
        bytes = vtk_files::read_apart({path.absolute, path.written, ".vtu"}, take);
    } catch (const InputError& error) {
        const Diagnostic& first = error.diagnostics().front();
        throw InputError(path.mark, first.message, first.remedy);
    }
    BytesIn in(bytes);
    Frame frame;
    frame.positions = in.matrix<Points>();
    frame.displacement = in.matrix<Points>();
    return frame;
}

std::vector<Path> files_of_pvd(const Path& path, int part) {
    const vtk_files::QuietVtk quiet;
    const vtkSmartPointer<vtkXMLDataElement> root = vtkSmartPointer<vtkXMLDataElement>::Take(
        vtkXMLUtilities::ReadElementFromFile(path.absolute.c_str()));
    vtkXMLDataElement* collection = root ? root->FindNestedElementWithName("Collection") : nullptr;
    if (!collection) fail(path, "this is no .pvd file", "name the .pvd of a finished run");
    std::vector<std::pair<double, std::string>> found;
    std::set<int> parts;
    for (int k = 0; k < collection->GetNumberOfNestedElements(); ++k) {
        vtkXMLDataElement* entry = collection->GetNestedElement(k);
        const auto text = [&](const char* name) {
            const char* value = entry->GetAttribute(name);
            return std::string(value ? value : "");
        };
        parts.insert(std::atoi(text("part").c_str()));
        if (std::atoi(text("part").c_str()) == part)
            found.emplace_back(std::strtod(text("timestep").c_str(), nullptr), text("file"));
    }
    if (found.empty())
        fail(path, fmt::format("the file lists nothing for part {}", part),
             parts.empty() ? "wait until the run has written its frames"
                           : fmt::format("it has parts {} to {}", *parts.begin(), *parts.rbegin()));
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Path> files;
    for (const auto& [time, name] : found) files.push_back(path.beside(name));
    return files;
}

}  // namespace sinew::frames
