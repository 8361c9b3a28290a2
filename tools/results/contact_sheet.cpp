#include "contact_sheet.hpp"

#include <algorithm>
#include <cstring>

namespace sinew::results {

vtkSmartPointer<vtkImageData> contact_sheet(
    const std::vector<vtkSmartPointer<vtkImageData>>& images, int n_columns) {
    constexpr int gap = 4, n_channels = 3;
    const int n = static_cast<int>(images.size());
    const int columns = std::min(n, n_columns), rows = (n + columns - 1) / columns;
    int size[3];
    images.front()->GetDimensions(size);
    const int width = columns * (size[0] + gap) - gap, height = rows * (size[1] + gap) - gap;
    auto sheet = vtkSmartPointer<vtkImageData>::New();
    sheet->SetDimensions(width, height, 1);
    sheet->AllocateScalars(VTK_UNSIGNED_CHAR, n_channels);
    const auto at = [](vtkImageData* image, int x, int y) {
        return static_cast<unsigned char*>(image->GetScalarPointer(x, y, 0));
    };
    std::memset(at(sheet, 0, 0), 255, static_cast<std::size_t>(width) * height * n_channels);
    for (int i = 0; i < n; ++i) {
        // VTK counts rows of pixels from below.
        const int x = (i % columns) * (size[0] + gap);
        const int y = (rows - 1 - i / columns) * (size[1] + gap);
        vtkImageData* image = images[static_cast<std::size_t>(i)];
        for (int row = 0; row < size[1]; ++row)
            std::memcpy(at(sheet, x, y + row), at(image, 0, row),
                        static_cast<std::size_t>(size[0]) * n_channels);
    }
    return sheet;
}

}  // namespace sinew::results
