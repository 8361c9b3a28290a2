#include "ground.hpp"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>

#include <algorithm>
#include <cmath>

namespace sinew::results {

namespace {

double width(const Bounds& b) {
    return std::max({b[1] - b[0], b[3] - b[2], b[5] - b[4]});
}

/// 1, 2 or 5 times a power of ten, near `length`.
double round_step(double length) {
    const double power = std::pow(10.0, std::floor(std::log10(length)));
    const double digits = length / power;
    return (digits < 1.5 ? 1 : digits < 3.5 ? 2 : digits < 7.5 ? 5 : 10) * power;
}

vtkSmartPointer<vtkActor> flat(vtkPolyData* shape, double r, double g, double b) {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(shape);
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    actor->GetProperty()->LightingOff();
    actor->GetProperty()->SetColor(r, g, b);
    return actor;
}

}  // namespace

std::vector<vtkSmartPointer<vtkActor>> ground_grid(const Bounds& bounds) {
    const double step = round_step(width(bounds) / 6);
    const double reach = 0.6 * width(bounds);
    const auto from = [&](int k) { return std::floor((bounds[std::size_t(k)] - reach) / step); };
    const auto to = [&](int k) { return std::ceil((bounds[std::size_t(k)] + reach) / step); };
    const double x0 = from(0) * step, x1 = to(1) * step, y0 = from(2) * step, y1 = to(3) * step;
    const double below = -ground_lift(bounds);

    vtkNew<vtkPoints> corners;
    for (const auto& [x, y] : {std::pair{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})
        corners->InsertNextPoint(x, y, 2 * below);
    vtkNew<vtkCellArray> quad;
    const vtkIdType ids[4] = {0, 1, 2, 3};
    quad->InsertNextCell(4, ids);
    vtkNew<vtkPolyData> sheet;
    sheet->SetPoints(corners);
    sheet->SetPolys(quad);

    vtkNew<vtkPoints> ends;
    vtkNew<vtkCellArray> lines;
    const auto line = [&](double ax, double ay, double bx, double by) {
        const vtkIdType pair[2] = {ends->InsertNextPoint(ax, ay, below),
                                   ends->InsertNextPoint(bx, by, below)};
        lines->InsertNextCell(2, pair);
    };
    for (double i = from(0); i <= to(1); ++i) line(i * step, y0, i * step, y1);
    for (double i = from(2); i <= to(3); ++i) line(x0, i * step, x1, i * step);
    vtkNew<vtkPolyData> grid;
    grid->SetPoints(ends);
    grid->SetLines(lines);
    return {flat(sheet, 0.93, 0.935, 0.945), flat(grid, 0.84, 0.85, 0.87)};
}

double ground_lift(const Bounds& bounds) {
    return 2e-3 * width(bounds);
}

bool is_ground(const Bounds& bounds, const Bounds& shown) {
    return std::max(std::abs(bounds[4]), std::abs(bounds[5])) < ground_lift(shown);
}

bool stands_on_ground(const Bounds& bounds) {
    return std::abs(bounds[4]) < 0.05 * width(bounds) && bounds[5] > 10 * ground_lift(bounds);
}

}  // namespace sinew::results
