#include "image.hpp"

#include <vtkCellData.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataWriter.h>

#include <sinew/vtk_files/write_whole.hpp>

namespace sinew::vti {

void write_image(const std::filesystem::path& file, const Grid& grid,
                 const std::vector<GridArray>& arrays, double time) {
    vtkNew<vtkImageData> image;
    const Lattice nodes = grid.nodes();
    image->SetDimensions(int(nodes.count[0]), int(nodes.count[1]), int(nodes.count[2]));
    image->SetOrigin(grid.min.x(), grid.min.y(), grid.min.z());
    image->SetSpacing(grid.spacing, grid.spacing, grid.spacing);
    for (const GridArray& array : arrays) {
        const std::size_t n_components = array.components.size();
        const Index n = array.components.front()->size();
        vtkNew<vtkFloatArray> values;
        values->SetName(array.name.c_str());
        values->SetNumberOfComponents(int(n_components));
        values->SetNumberOfTuples(n);
        float* to = values->GetPointer(0);
        for (Index i = 0; i < n; ++i)
            for (const auto& component : array.components) *to++ = float((*component)[i]);
        if (!array.unit.empty())
            values->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), array.unit.c_str());
        if (array.on_nodes)
            image->GetPointData()->AddArray(values);
        else
            image->GetCellData()->AddArray(values);
    }
    vtk_files::add_time(*image, time);
    vtkNew<vtkXMLImageDataWriter> writer;
    vtk_files::write_whole(*writer, *image, file);
}

}  // namespace sinew::vti
