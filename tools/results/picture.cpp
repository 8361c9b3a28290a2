#include "picture.hpp"

#include <fmt/format.h>
#include <vtkActor.h>
#include <vtkBoundingBox.h>
#include <vtkCamera.h>
#include <vtkCell.h>
#include <vtkColorTransferFunction.h>
#include <vtkCoordinate.h>
#include <vtkImageData.h>
#include <vtkMath.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkScalarBarActor.h>
#include <vtkTextActor.h>
#include <vtkTextProperty.h>
#include <vtkTransform.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "drawing.hpp"
#include "ground.hpp"
#include "shape.hpp"
#include "volume.hpp"

namespace sinew::results {

namespace {

constexpr Vec shadow_grey{0.80, 0.81, 0.83}, obstacle_grey{0.62, 0.66, 0.72};
// From a calm blue to a warm red, growing darker only near the top.
constexpr std::array<std::array<double, 4>, 6> scale_points{{{0.00, 0.36, 0.58, 0.74},
                                                             {0.20, 0.55, 0.74, 0.78},
                                                             {0.42, 0.86, 0.88, 0.78},
                                                             {0.62, 0.97, 0.82, 0.55},
                                                             {0.82, 0.91, 0.51, 0.34},
                                                             {1.00, 0.68, 0.15, 0.19}}};

vtkSmartPointer<vtkColorTransferFunction> colour_scale(double low, double high) {
    auto colours = vtkSmartPointer<vtkColorTransferFunction>::New();
    colours->SetColorSpaceToLab();
    for (const auto& [at, r, g, b] : scale_points)
        colours->AddRGBPoint(low + at * (high - low), r, g, b);
    return colours;
}

/// Down to the ground along the light, which falls from above and a little from the side.
vtkSmartPointer<vtkTransform> onto_ground(double lift) {
    constexpr double slope_x = -0.25, slope_y = 0.18;
    const double rows[16] = {1, 0, slope_x, 0, 0, 1, slope_y, 0, 0, 0, 0, lift, 0, 0, 0, 1};
    auto transform = vtkSmartPointer<vtkTransform>::New();
    transform->SetMatrix(rows);
    return transform;
}

/// Share of full ink for edges, so that those of cells of few pixels do not hide the surface.
double edge_ink(vtkPolyData& skin, vtkCamera& camera, int height) {
    constexpr vtkIdType n_samples = 200;
    constexpr double faintest = 0.1, fewest_pixels = 2, enough_pixels = 14;
    const vtkIdType n_cells = skin.GetNumberOfCells();
    if (n_cells == 0) return 1;
    const vtkIdType stride = std::max<vtkIdType>(1, n_cells / n_samples);
    double sum = 0;
    vtkIdType n = 0;
    for (vtkIdType c = 0; c < n_cells; c += stride, ++n)
        sum += std::sqrt(skin.GetCell(c)->GetLength2());
    const double seen = 2 * camera.GetDistance() *
                        std::tan(vtkMath::RadiansFromDegrees(0.5 * camera.GetViewAngle()));
    const double pixels = sum / double(n) / seen * height;
    return std::clamp((pixels - fewest_pixels) / (enough_pixels - fewest_pixels), faintest, 1.0);
}

void set_ink(vtkTextProperty& text, int size) {
    text.SetColor(ink[0], ink[1], ink[2]);
    text.SetFontSize(std::max(9, size));
    text.ItalicOff();
    text.BoldOff();
    text.ShadowOff();
}

}  // namespace

Picture::Picture(const Look& look, int width, int height)
    : look_(look), width_(width), height_(height) {
    window_->SetOffScreenRendering(1);
    window_->SetMultiSamples(4);
    window_->AddRenderer(renderer_);
    window_->SetSize(width, height);
    light(*renderer_);
    if (look_.ground) add_ground();
    if (!look_.field.empty()) {
        colours_ = colour_scale(look_.low, look_.high);
        add_scale();
    }
    stamp_ = vtkSmartPointer<vtkTextActor>::New();
    renderer_->AddViewProp(stamp_);
    resize(width, height);
}

Picture::~Picture() = default;

void Picture::add_ground() {
    for (const auto& actor : ground_grid(look_.bounds)) renderer_->AddActor(actor);
}

void Picture::add_scale() {
    scale_ = vtkSmartPointer<vtkScalarBarActor>::New();
    scale_->SetLookupTable(colours_);
    scale_->SetMaximumNumberOfColors(256);
    scale_->SetNumberOfLabels(3);
    scale_->SetLabelFormat("%.3g");
    scale_->UnconstrainedFontSizeOn();
    scale_->SetOrientationToHorizontal();
    scale_->SetBarRatio(0.3);
    renderer_->AddViewProp(scale_);
    title_ = vtkSmartPointer<vtkTextActor>::New();
    title_->SetInput(look_.title.c_str());
    title_->GetPositionCoordinate()->SetCoordinateSystemToNormalizedViewport();
    renderer_->AddViewProp(title_);
}

void Picture::resize(int width, int height) {
    width_ = width;
    height_ = height;
    window_->SetSize(width, height);
    aim(*renderer_->GetActiveCamera(), look_.direction, look_.bounds, double(width) / height);
    const int margin = height / 36;
    stamp_->SetPosition(margin, margin);
    set_ink(*stamp_->GetTextProperty(), height / 28);
    if (!scale_) return;
    set_ink(*title_->GetTextProperty(), height / 36);
    title_->GetTextProperty()->SetJustificationToCentered();
    set_ink(*scale_->GetLabelTextProperty(), height / 42);
    place_scale();
}

/// Three labels side by side must fit, of which the last reaches over the end of the bar.
void Picture::place_scale() {
    const double font = scale_->GetLabelTextProperty()->GetFontSize();
    const double width = std::max(0.29, 13 * font / width_),
                 margin = std::max(0.03, 3 * font / width_);
    const double height = std::max(0.075, 2.6 * font / height_), left = 1 - width - margin;
    constexpr double bottom = 0.02, gap = 0.01;
    scale_->SetPosition(left, bottom);
    scale_->SetWidth(width);
    scale_->SetHeight(height);
    title_->SetPosition(left + 0.5 * width, bottom + height + gap);
}

vtkSmartPointer<vtkActor> Picture::body(vtkPolyData* skin) const {
    const auto surface = shaded(skin);
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(surface);
    const auto values = look_.field.empty() ? nullptr : colour_values(surface, look_.field);
    if (values) {
        surface->GetPointData()->SetScalars(values);
        mapper->SetLookupTable(colours_);
        mapper->InterpolateScalarsBeforeMappingOn();
        mapper->UseLookupTableScalarRangeOn();
    } else {
        mapper->ScalarVisibilityOff();
    }
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    vtkProperty* property = actor->GetProperty();
    make_clay(*property);
    if (look_.edges) {
        property->EdgeVisibilityOn();
        const double strength = edge_ink(*skin, *renderer_->GetActiveCamera(), height_);
        property->SetEdgeColor(0.72 - 0.47 * strength, 0.73 - 0.46 * strength,
                               0.75 - 0.45 * strength);
        property->SetLineWidth(0.6F);
    }
    return actor;
}

/// Bodies are seen through it, and a wall that faces away is not drawn at all.
vtkSmartPointer<vtkActor> Picture::obstacle(vtkPolyData* surface) const {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(shaded(surface));
    mapper->ScalarVisibilityOff();
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    vtkProperty* property = actor->GetProperty();
    property->SetColor(obstacle_grey[0], obstacle_grey[1], obstacle_grey[2]);
    property->SetOpacity(0.45);
    property->BackfaceCullingOn();
    return actor;
}

vtkSmartPointer<vtkActor> Picture::shadow(vtkPolyData* skin) const {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(skin);
    mapper->ScalarVisibilityOff();
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    actor->SetUserTransform(onto_ground(ground_lift(look_.bounds)));
    actor->GetProperty()->LightingOff();
    actor->GetProperty()->SetColor(shadow_grey[0], shadow_grey[1], shadow_grey[2]);
    return actor;
}

/// Aims at the middle of the skins, from where the largest of all frames is seen whole.
void Picture::follow(const std::vector<vtkSmartPointer<vtkDataSet>>& shapes) {
    vtkBoundingBox box;
    for (const auto& shape : shapes) box.AddBounds(shape->GetBounds());
    if (!box.IsValid()) return;
    Vec middle;
    box.GetCenter(middle.data());
    Bounds near;
    for (std::size_t k = 0; k < 3; ++k) {
        near[2 * k] = middle[k] - 0.5 * (*look_.track)[k];
        near[2 * k + 1] = middle[k] + 0.5 * (*look_.track)[k];
    }
    aim(*renderer_->GetActiveCamera(), look_.direction, near, double(width_) / height_);
}

void Picture::add(vtkSmartPointer<vtkProp3D> prop) {
    if (!prop) return;
    renderer_->AddViewProp(prop);
    props_.push_back(std::move(prop));
}

void Picture::draw(const std::vector<vtkSmartPointer<vtkDataSet>>& shapes,
                   const std::vector<vtkSmartPointer<vtkDataSet>>& obstacles, double time) {
    for (const auto& prop : props_) renderer_->RemoveViewProp(prop);
    props_.clear();
    if (look_.track) follow(shapes);
    for (const auto& shape : shapes) {
        if (vtkPolyData* skin = vtkPolyData::SafeDownCast(shape)) {
            add(body(skin));
            if (look_.ground) add(shadow(skin));
        } else if (vtkImageData* grid = vtkImageData::SafeDownCast(shape)) {
            Bounds bounds;
            grid->GetBounds(bounds.data());
            add(drawn_box(bounds));
            if (colours_) add(drawn_volume(*grid, look_.field, *colours_, look_.low, look_.high));
        }
    }
    for (const auto& surface : obstacles) add(obstacle(vtkPolyData::SafeDownCast(surface)));
    stamp_->SetInput(fmt::format("t = {:.3f} s", time).c_str());
    clip(*renderer_->GetActiveCamera(), look_.bounds);
    window_->Render();
}

vtkSmartPointer<vtkImageData> Picture::image() {
    return image_of(*window_);
}

}  // namespace sinew::results
