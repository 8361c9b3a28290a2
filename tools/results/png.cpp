#include "png.hpp"

#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGWriter.h>
#include <vtkUnsignedCharArray.h>

#include <sinew/kernel/run/atomic_file.hpp>

namespace sinew::results {

void write_png(const std::filesystem::path& file, vtkImageData* image) {
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputData(image);
    writer->WriteToMemoryOn();
    writer->Write();
    vtkUnsignedCharArray* bytes = writer->GetResult();
    write_file_whole(file, {reinterpret_cast<const char*>(bytes->GetPointer(0)),
                            static_cast<std::size_t>(bytes->GetNumberOfValues())});
}

}  // namespace sinew::results
