// A law seen through given rotations, against the corotational law that finds them itself.
#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <mixed/rotated_law.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <support/dense_entries.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("rotated law: given the polar rotations of an equilibrium it has that equilibrium") {
    // A bar of corotational elasticity, bent by its held ends, in the displacement formulation.
    SceneBody scene(
        "    mesh: {type: box, size: [3, 1, 1], cells: [6, 2, 2], element: tet4}\n"
        "    material: {type: corotational, young: 2 kPa, poisson: 0.3}\n");
    Body& body = scene.body();
    const Points& X = body.mesh.positions;
    const double angle = 0.9;
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitY()).toRotationMatrix();
    Points x = X;
    std::vector<char> constrained(std::size_t(X.size()), 0);
    for (Eigen::Index i = 0; i < X.cols(); ++i) {
        const double s = X(0, i) / 3;
        const bool is_end = s < 1e-9 || s > 1 - 1e-9;
        const Eigen::Vector3d centre(3, 0.5, 0.5);
        if (s > 1 - 1e-9)
            x.col(i) = centre + turn * (X.col(i) - centre) + Eigen::Vector3d(-0.4, 0, 0.9);
        for (int c = 0; c < 3; ++c) constrained[std::size_t(3 * i + c)] = is_end;
    }
    std::vector<Eigen::Index> free;
    for (std::size_t k = 0; k < constrained.size(); ++k)
        if (!constrained[k]) free.push_back(Eigen::Index(k));
    Vector u = (x - X).reshaped();
    Forces forces;
    for (int k = 0; k < 40; ++k) {
        const Tangent& tangent = scene.system().tangent(
            u, 0 * u, {0, 0, 1}, k < 20 ? Definiteness::psd_projected : Definiteness::exact,
            &forces);
        DenseEntries dense(u.size());
        tangent.add_entries(dense, 0);
        const Eigen::MatrixXd K = dense.matrix(free, free);
        const Vector f = forces.internal(free);
        u(free) -= K.ldlt().solve(f);
    }
    scene.system().forces(u, 0 * u, forces);
    const double scale = forces.internal.norm();
    REQUIRE(Vector(forces.internal(free)).norm() < 1e-11 * scale);

    // Each element is a bone, whose rotation is the polar one of that solution.
    std::vector<Bone> bones(std::size_t(body.mesh.n_elements()),
                            Bone{"", -1, Eigen::Vector3d::Zero(), {}, 0});
    class ElementRig final : public SkeletalRig {
    public:
        ElementRig(std::vector<Bone> all, BoneMotion polar)
            : SkeletalRig(std::move(all)), motion_(std::move(polar)) {}
        Index n_parameters() const override { return 0; }
        Vector parameters(double) const override { return {}; }
        BoneMotion pose(const Vector&) const override { return motion_; }

    private:
        BoneMotion motion_;
    };
    const Eigen::MatrixXd gradients = scene.system().point_fields(u).deformation_gradient;
    BoneMotion polar(bones.size(), Eigen::Isometry3d::Identity());
    for (std::size_t k = 0; k < bones.size(); ++k) {
        const Eigen::Matrix3d F = gradients.col(Eigen::Index(k)).reshaped(3, 3);
        const Eigen::JacobiSVD<Eigen::Matrix3d> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
        polar[k].linear() = svd.matrixU() * svd.matrixV().transpose();
    }
    const ElementRig rig(bones, polar);
    Eigen::MatrixXd& number = body.mesh.element_arrays["number"];
    number.resize(1, body.mesh.n_elements());
    for (Eigen::Index k = 0; k < number.cols(); ++k) number(0, k) = double(k);
    const auto law = [&](const VolumeMesh& ordered) {
        // Each element goes with the bone of its number.
        SkinWeights weights(ordered.n_elements(), Eigen::Index(bones.size()));
        for (Eigen::Index k = 0; k < ordered.n_elements(); ++k)
            weights.insert(k, Eigen::Index(ordered.element_arrays.at("number")(0, k))) = 1;
        weights.makeCompressed();
        return rotated_law(body.material->bind_unrotated(ordered), {rig, weights});
    };
    FullSpaceSystem mixed(body, {},
                          displacement_forces(body.mesh, law, force_degree(ElementType::tet4)));
    mixed.forces(u, 0 * u, forces);
    CHECK(Vector(forces.internal(free)).norm() < 1e-11 * scale);
    // And one solve from rest finds it.
    Vector v = u;
    v(free).setZero();
    const Tangent& tangent = mixed.tangent(v, 0 * v, {0, 0, 1}, Definiteness::exact, &forces);
    DenseEntries dense(v.size());
    tangent.add_entries(dense, 0);
    const Eigen::MatrixXd K = dense.matrix(free, free);
    v(free) -= K.ldlt().solve(Vector(forces.internal(free)));
    CHECK((v - u).norm() < 1e-9 * u.norm());
}
