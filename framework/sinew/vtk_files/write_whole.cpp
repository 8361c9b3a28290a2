#include <fmt/format.h>
#include <vtkDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkErrorCode.h>
#include <vtkFieldData.h>
#include <vtkNew.h>
#include <vtkXMLWriter.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/vtk_files/write_whole.hpp>

namespace sinew::vtk_files {

// To memory, and from there to the disk in one go: VTK's own way to a file leaves half of one, and
// no reason, when the disk is full.
void write_whole(vtkXMLWriter& writer, vtkDataSet& set, const std::filesystem::path& file) {
    constexpr int fast = 2;
    writer.SetInputDataObject(&set);
    // Not appended: Debian's ParaView 5.11 cannot read such files since libexpat 2.5.0-1+deb12u2,
    // which hands on what it has parsed later than VTK expects (gitlab.kitware.com/vtk/vtk, 19258).
    writer.SetDataModeToBinary();
    writer.SetHeaderTypeToUInt64();
    writer.SetCompressorTypeToZLib();
    writer.SetCompressionLevel(fast);
    writer.WriteToOutputStringOn();
    if (writer.Write() != 1 || writer.GetErrorCode() != vtkErrorCode::NoError)
        throw ComputationError(
            fmt::format("cannot write {}: VTK says {}", file.string(),
                        vtkErrorCode::GetStringFromErrorCode(writer.GetErrorCode())));
    write_file_whole(file, writer.GetOutputString());
}

void add_time(vtkDataSet& set, double time) {
    vtkNew<vtkDoubleArray> array;
    array->SetName("TimeValue");
    array->InsertNextValue(time);
    set.GetFieldData()->AddArray(array);
}

}  // namespace sinew::vtk_files
