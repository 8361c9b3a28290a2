#include "drawn_body.hpp"

#include <vtkCellArray.h>
#include <vtkIdTypeArray.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkPolyDataNormals.h>
#include <vtkProperty.h>

#include <Eigen/Geometry>
#include <results/drawing.hpp>

namespace sinew::view {

namespace {

constexpr double sharp_angle = 40;  // degrees
constexpr const char* source_name = "source";

/// The skin's triangles over the skin's nodes alone.
Eigen::MatrixXi skin_triangles(const Body& body) {
    std::vector<int> place(std::size_t(body.mesh.n_nodes()), -1);
    for (std::size_t i = 0; i < body.skin.nodes.size(); ++i)
        place[std::size_t(body.skin.nodes[i])] = int(i);
    return body.skin.triangles.unaryExpr([&](int node) { return place[std::size_t(node)]; });
}

vtkSmartPointer<vtkPolyData> poly_data(const Points& points, const Eigen::MatrixXi& triangles) {
    vtkNew<vtkPoints> positions;
    vtkNew<vtkIdTypeArray> numbers;
    numbers->SetName(source_name);
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
        positions->InsertNextPoint(points.col(i).data());
        numbers->InsertNextValue(i);
    }
    vtkNew<vtkCellArray> cells;
    for (Eigen::Index k = 0; k < triangles.cols(); ++k) {
        const vtkIdType ids[3] = {triangles(0, k), triangles(1, k), triangles(2, k)};
        cells->InsertNextCell(3, ids);
    }
    auto data = vtkSmartPointer<vtkPolyData>::New();
    data->SetPoints(positions);
    data->SetPolys(cells);
    data->GetPointData()->AddArray(numbers);
    return data;
}

}  // namespace

DrawnBody::DrawnBody(const Body& body, const VisualSurface* visual)
    : body_(body),
      visual_(visual),
      triangles_(visual ? visual->rest.triangles : skin_triangles(body)) {
    points_ =
        visual ? visual->rest.positions : Points(body.mesh.positions(Eigen::all, body.skin.nodes));
    split();
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(surface_);
    mapper->ScalarVisibilityOff();
    actor_->SetMapper(mapper);
    results::make_clay(*actor_->GetProperty());
    move_to(body.mesh.positions);
}

void DrawnBody::split() {
    vtkNew<vtkPolyDataNormals> normals;
    normals->SetInputData(poly_data(points_, triangles_));
    normals->SetFeatureAngle(sharp_angle);
    normals->SplittingOn();
    normals->ConsistencyOff();
    normals->Update();
    vtkPolyData* split = normals->GetOutput();
    auto* numbers = vtkIdTypeArray::SafeDownCast(split->GetPointData()->GetArray(source_name));
    for (vtkIdType i = 0; i < split->GetNumberOfPoints(); ++i)
        source_.push_back(int(numbers->GetValue(i)));
    vtkCellArray* cells = split->GetPolys();
    drawn_.resize(3, cells->GetNumberOfCells());
    vtkNew<vtkIdList> ids;
    for (vtkIdType k = 0; k < cells->GetNumberOfCells(); ++k) {
        cells->GetCellAtId(k, ids);
        for (int a = 0; a < 3; ++a) drawn_(a, k) = int(ids->GetId(a));
    }
    const auto n = vtkIdType(source_.size());
    positions_->SetDataTypeToFloat();
    positions_->SetNumberOfPoints(n);
    shades_->SetName("Normals");
    shades_->SetNumberOfComponents(3);
    shades_->SetNumberOfTuples(n);
    surface_->SetPoints(positions_);
    surface_->SetPolys(cells);
    surface_->GetPointData()->SetNormals(shades_);
}

void DrawnBody::move_to(const Points& nodes) {
    nodes_ = nodes;
    points_ = visual_ ? visual_->deform(nodes) : Points(nodes(Eigen::all, body_.skin.nodes));
    auto* positions = vtkFloatArray::SafeDownCast(positions_->GetData());
    Eigen::Map<Eigen::Matrix3Xf> drawn(positions->GetPointer(0), 3, Eigen::Index(source_.size()));
    for (std::size_t i = 0; i < source_.size(); ++i)
        drawn.col(Eigen::Index(i)) = points_.col(source_[i]).cast<float>();
    shade();
    positions_->Modified();
    surface_->Modified();
}

/// Normals of points: of their triangles, weighted by area.
void DrawnBody::shade() {
    auto* positions = vtkFloatArray::SafeDownCast(positions_->GetData());
    const auto n = Eigen::Index(source_.size());
    const Eigen::Map<const Eigen::Matrix3Xf> x(positions->GetPointer(0), 3, n);
    normals_.setZero(3, n);
    for (Eigen::Index k = 0; k < drawn_.cols(); ++k) {
        const int a = drawn_(0, k), b = drawn_(1, k), c = drawn_(2, k);
        const Eigen::Vector3f ab = x.col(b) - x.col(a), ac = x.col(c) - x.col(a);
        const Eigen::Vector3f area = ab.cross(ac);
        for (const int corner : {a, b, c}) normals_.col(corner) += area;
    }
    Eigen::Map<Eigen::Matrix3Xf>(shades_->GetPointer(0), 3, n) = normals_.colwise().normalized();
    shades_->Modified();
}

GrippedPoint DrawnBody::grip(const Hit& hit, bool only_inside) const {
    if (visual_ && !visual_->morphs) {
        const GrippedPoint on_visual = grip_visual(*visual_, points_, hit);
        if (on_visual.is_inside_elements || !only_inside) return on_visual;
    }
    return grip_node(body_, nodes_, hit);
}

results::Bounds bounds_of(const DrawnBodies& bodies) {
    Eigen::AlignedBox3d box;
    for (const auto& body : bodies) box.extend(bounding_box(body->points()));
    const Eigen::Vector3d room = Eigen::Vector3d::Constant(0.08 * box.diagonal().norm());
    box.min() -= room;
    box.max() += room;
    return {box.min().x(), box.max().x(), box.min().y(),
            box.max().y(), box.min().z(), box.max().z()};
}

}  // namespace sinew::view
