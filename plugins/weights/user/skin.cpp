#include "skin.hpp"

#include <fmt/format.h>

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew::user_weights {
namespace {

std::string words(const Eigen::AlignedBox3d& box) {
    const Eigen::Vector3d size = box.sizes(), centre = box.center();
    return fmt::format("{:.3g} x {:.3g} x {:.3g} m around [{:.3g}, {:.3g}, {:.3g}]", size.x(),
                       size.y(), size.z(), centre.x(), centre.y(), centre.z());
}

}  // namespace

Skin::Skin(SurfaceMesh s, const Eigen::SparseMatrix<double, Eigen::RowMajor>& w)
    : surface(std::move(s)), weights(w) {}

Skin::Skin(const Path& path, const std::string& wanted, const SourceMark& where) {
    const gltf::File file = gltf::read(path);
    const int number = gltf::choose_skin(file, wanted, where);
    gltf::WeightedSurface skinned = gltf::weighted_surface(file, number);
    joints = gltf::joint_names(file, file.skins[std::size_t(number)]);
    if (skinned.surface.n_triangles() == 0)
        file.fail(fmt::format("no mesh has the skin '{}'", file.skins[std::size_t(number)].name),
                  "export the character's mesh with its armature");
    surface = std::move(skinned.surface);
    weights.swap(skinned.weights);
}

std::string Skin::mismatch(const Points& points) const {
    constexpr double farthest = 0.25, smallest = 0.01;  // of the skin's diagonal
    const Eigen::AlignedBox3d skin = bounding_box(surface.positions), body = bounding_box(points);
    const Eigen::Vector3d margin = Eigen::Vector3d::Constant(farthest * skin.diagonal().norm());
    const bool is_inside =
        Eigen::AlignedBox3d(skin.min() - margin, skin.max() + margin).contains(body);
    if (is_inside && body.diagonal().norm() > smallest * skin.diagonal().norm()) return "";
    return fmt::format("the skin is {}, and the body {}", words(skin), words(body));
}

Eigen::MatrixXd Skin::carried_to(const Points& points) const {
    const auto corner = [&](int triangle, int k) -> Eigen::Vector3d {
        return surface.positions.col(surface.triangles(k, triangle));
    };
    std::vector<BoxTree::Box> boxes(std::size_t(surface.n_triangles()));
    for (int t = 0; t < int(boxes.size()); ++t)
        for (int k = 0; k < 3; ++k) boxes[std::size_t(t)].extend(corner(t, k));
    const BoxTree tree(boxes);
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(points.cols(), weights.cols());
    parallel_for_dynamic(points.cols(), 64, [&](Eigen::Index i) {
        const Eigen::Vector3d x = points.col(i);
        const auto shares = [&](int t) {
            return nearest_in_triangle(x, corner(t, 0), corner(t, 1), corner(t, 2));
        };
        const auto distance2 = [&](int t) {
            const Eigen::Vector3d b = shares(t);
            return (b[0] * corner(t, 0) + b[1] * corner(t, 1) + b[2] * corner(t, 2) - x)
                .squaredNorm();
        };
        const int nearest = tree.nearest(x, distance2).first;
        const Eigen::Vector3d b = shares(nearest);
        for (int k = 0; k < 3; ++k)
            result.row(i) += b[k] * weights.row(surface.triangles(k, nearest));
    });
    return result;
}

}  // namespace sinew::user_weights
