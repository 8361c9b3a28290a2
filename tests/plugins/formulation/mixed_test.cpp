// The mixed formulation against the whole system that it condenses, against the displacement
// formulation whose own rotations it is given, and where the answer is known.
#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/material/lame.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/rig/rigged_body.hpp>
#include <sinew/mechanics/rig/rotated_law.hpp>
#include <support/dense_entries.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

std::string bent_arm(const std::string& material) {
    return "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0.5, 0.5], radius: 0.1},\n"
           "      {name: lower, parent: upper, at: [1, 0.5, 0.5], tail: [2, 0.5, 0.5], radius: "
           "0.1,\n"
           "       keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [1, 3, 1], angle: 1.1}}]}]}\n"
           "    mesh: {type: box, size: [2, 1, 1], cells: [4, 2, 2], element: tet4}\n"
           "    weights: {type: closest_bone}\n"
           "    material: {type: " +
           material +
           "}\n    formulation: {type: mixed}\n    constraints: [{type: attach, stiffness: 300 "
           "N/m}]\n";
}

Eigen::MatrixXd stiffness(BodySystem& system, const Vector& q, Forces& forces) {
    const Tangent& K =
        system.tangent(q, Vector::Zero(q.size()), {0, 0, 1}, Definiteness::exact, &forces);
    DenseEntries dense(q.size());
    K.add_entries(dense, 0);
    return dense.matrix;
}

/// The minimiser of a quadratic energy, by one Newton step from rest.
Vector solved(BodySystem& system) {
    Vector q = Vector::Zero(system.size());
    Forces forces;
    const Eigen::MatrixXd K = stiffness(system, q, forces);
    q -= K.ldlt().solve(forces.internal - forces.external);
    return q;
}

/// Rows of B_k: vec(F) = B_k x, column by column, of a tetrahedron.
Eigen::Matrix<double, 9, 12> gradient_of(const Points& X, const Eigen::Vector4i& nodes,
                                         double& volume) {
    Eigen::Matrix3d D;
    for (int a = 0; a < 3; ++a) D.col(a) = X.col(nodes(a + 1)) - X.col(nodes(0));
    volume = D.determinant() / 6;
    const Eigen::Matrix3d D_inv = D.inverse();
    Eigen::Matrix<double, 9, 12> B = Eigen::Matrix<double, 9, 12>::Zero();
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            for (int a = 0; a < 3; ++a) {
                B(i + 3 * j, 3 * (a + 1) + i) += D_inv(a, j);
                B(i + 3 * j, i) -= D_inv(a, j);
            }
    return B;
}

/// vec(R S) = [R] s with s = (xx, yy, zz, yz, xz, xy).
Eigen::Matrix<double, 9, 6> block_of(const Eigen::Matrix3d& R) {
    constexpr int pair[6][2]{{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    Eigen::Matrix<double, 9, 6> block;
    for (int c = 0; c < 6; ++c) {
        Eigen::Matrix3d E = Eigen::Matrix3d::Zero();
        E(pair[c][0], pair[c][1]) = E(pair[c][1], pair[c][0]) = 1;
        block.col(c) = (R * E).reshaped();
    }
    return block;
}

/// The energy of s and x whose minimum under s = [R]^+ B x equation 12 finds, with the multipliers
/// of that: unknowns s (6 m), x (3 n), lambda (6 m). [R]^+ is the numerical pseudo-inverse.
Vector whole_solution(SceneBody& scene, double t, double mu, double lambda, double ks) {
    const Body& body = scene.body();
    const RiggedBody& rigged = rigged_body_of(scene.node(), {});
    const Eigen::Index m = body.mesh.n_elements(), n = body.mesh.n_nodes();
    ElementRotations rotations = rigged.rotations(body.mesh);
    rotations.move_to(t);
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(12 * m + 3 * n, 12 * m + 3 * n);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(A.rows());
    for (Eigen::Index k = 0; k < m; ++k) {
        double volume;
        const Eigen::Vector4i nodes = body.mesh.elements.col(k);
        const auto B = gradient_of(body.mesh.positions, nodes, volume);
        const Eigen::Matrix<double, 9, 6> R = block_of(rotations.elements()[std::size_t(k)]);
        const Eigen::Matrix<double, 6, 9> R_inv = (R.transpose() * R).inverse() * R.transpose();
        // Psi = mu |S - I|^2 + lambda/2 tr(S - I)^2; entries off the diagonal count twice.
        Eigen::Matrix<double, 6, 6> H = Eigen::Matrix<double, 6, 6>::Zero();
        H.diagonal() << 2 * mu, 2 * mu, 2 * mu, 4 * mu, 4 * mu, 4 * mu;
        H.topLeftCorner<3, 3>().array() += lambda;
        Eigen::Matrix<double, 6, 1> rest;
        rest << 1, 1, 1, 0, 0, 0;
        A.block<6, 6>(6 * k, 6 * k) = volume * H;
        b.segment<6>(6 * k) = volume * (H * rest);
        const Eigen::Matrix<double, 6, 12> C = R_inv * B;
        const Eigen::Index multiplier = 6 * m + 3 * n + 6 * k;
        A.block<6, 6>(multiplier, 6 * k) = -Eigen::Matrix<double, 6, 6>::Identity();
        A.block<6, 6>(6 * k, multiplier) = -Eigen::Matrix<double, 6, 6>::Identity();
        for (int a = 0; a < 4; ++a) {
            A.block<6, 3>(multiplier, 6 * m + 3 * nodes(a)) += C.middleCols<3>(3 * a);
            A.block<3, 6>(6 * m + 3 * nodes(a), multiplier) += C.middleCols<3>(3 * a).transpose();
        }
    }
    for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::Vector3d X = body.mesh.positions.col(i);
        const int bone = nearest_bone(rigged.rig->bones(), X);
        const Bone& near = rigged.rig->bones()[std::size_t(bone)];
        if (distance_to(near, X) > near.radius) continue;
        A.block<3, 3>(6 * m + 3 * i, 6 * m + 3 * i) += ks * Eigen::Matrix3d::Identity();
        b.segment<3>(6 * m + 3 * i) += ks * (rigged.rig->at(t)[std::size_t(bone)] * X);
    }
    const Eigen::VectorXd z = A.fullPivLu().solve(b);
    return z.segment(6 * m, 3 * n) - body.mesh.positions.reshaped();
}

/// Beside what the pose leaves at the places of rest.
double residual(BodySystem& system, const Vector& q) {
    const auto imbalance = [&](const Vector& at) {
        Forces forces;
        system.forces(at, 0 * at, forces);
        return (forces.internal - forces.external).norm();
    };
    return imbalance(q) / imbalance(0 * q);
}

}  // namespace

TEST_CASE("mixed: the condensed system has the solution of the whole one, with s and lambda") {
    const Lame lame = lame_from(2e3, 0.3);
    SceneBody corotational(bent_arm("corotational, young: 2 kPa, poisson: 0.3"));
    corotational.system().move_to(1);
    const Vector u = solved(corotational.system());
    CHECK(u.lpNorm<Eigen::Infinity>() > 0.5);
    const Vector whole = whole_solution(corotational, 1, lame.mu, lame.lambda, 300);
    CHECK((u - whole).norm() < 1e-9 * u.norm());

    SceneBody arap(bent_arm("arap, young: 2 kPa"));
    arap.system().move_to(1);
    const Vector v = solved(arap.system());
    CHECK((v - whole_solution(arap, 1, 1e3, 0, 300)).norm() < 1e-9 * v.norm());
}

TEST_CASE("mixed: of quadratic energies one linear solve leaves a residual of round-off") {
    for (const char* material :
         {"corotational, young: 2 kPa, poisson: 0.3", "arap, young: 2 kPa"}) {
        INFO(material);
        SceneBody scene(bent_arm(material));
        scene.system().move_to(1);
        CHECK(residual(scene.system(), solved(scene.system())) < 1e-12);
    }
}

TEST_CASE("mixed: in the neutral pose nothing moves") {
    for (const char* material :
         {"corotational", "arap", "stable_neo_hookean", "neo_hookean", "stvk"}) {
        SceneBody scene(bent_arm(material));
        scene.system().move_to(0);
        Forces forces;
        scene.system().forces(Vector::Zero(scene.system().size()),
                              Vector::Zero(scene.system().size()), forces);
        CHECK((forces.internal - forces.external).norm() < 1e-9 * scene.system().force_scale());
    }
}

TEST_CASE("mixed: the matrix changes with the pose") {
    SceneBody scene(bent_arm("arap, young: 2 kPa"));
    const Vector rest = Vector::Zero(scene.system().size());
    Forces forces;
    scene.system().move_to(0);
    const Eigen::MatrixXd K0 = stiffness(scene.system(), rest, forces);
    scene.system().move_to(1);
    CHECK((stiffness(scene.system(), rest, forces) - K0).norm() > 0.05 * K0.norm());
}

TEST_CASE("mixed: energy, force and stiffness belong together, for a law that is not quadratic") {
    SceneBody scene(bent_arm("stable_neo_hookean, young: 2 kPa, poisson: 0.4"));
    BodySystem& system = scene.system();
    system.move_to(0.5);
    const Vector q = 0.05 * Vector::NullaryExpr(system.size(),
                                                [](Index i) { return std::sin(3.1 * double(i)); });
    const Vector d =
        Vector::NullaryExpr(system.size(), [](Index i) { return std::cos(1.9 * double(i)); });
    Forces forces, plus, minus;
    const Eigen::MatrixXd K = stiffness(system, q, forces);
    CHECK((K - K.transpose()).norm() < 1e-13 * K.norm());
    const auto errors = [&](double h) {
        system.forces(q + h * d, 0 * q, plus);
        system.forces(q - h * d, 0 * q, minus);
        const double work = (system.potential(q + h * d) - system.potential(q - h * d)) / (2 * h);
        const Vector change =
            (plus.internal - plus.external - minus.internal + minus.external) / (2 * h);
        return std::pair(std::abs(work - (forces.internal - forces.external).dot(d)),
                         (change - K * d).norm());
    };
    const auto [e1, f1] = errors(2e-3);
    const auto [e2, f2] = errors(1e-3);
    CHECK(e1 / e2 == Approx(4).epsilon(0.1));
    CHECK(f1 / f2 == Approx(4).epsilon(0.1));
}

TEST_CASE("mixed: given the polar rotations of an equilibrium it has that equilibrium") {
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
    std::vector<char> held(std::size_t(X.size()), 0);
    for (Eigen::Index i = 0; i < X.cols(); ++i) {
        const double s = X(0, i) / 3;
        const bool is_end = s < 1e-9 || s > 1 - 1e-9;
        const Eigen::Vector3d centre(3, 0.5, 0.5);
        if (s > 1 - 1e-9)
            x.col(i) = centre + turn * (X.col(i) - centre) + Eigen::Vector3d(-0.4, 0, 0.9);
        for (int c = 0; c < 3; ++c) held[std::size_t(3 * i + c)] = is_end;
    }
    std::vector<Eigen::Index> free;
    for (std::size_t k = 0; k < held.size(); ++k)
        if (!held[k]) free.push_back(Eigen::Index(k));
    Vector u = (x - X).reshaped();
    Forces forces;
    for (int k = 0; k < 40; ++k) {
        const Tangent& tangent = scene.system().tangent(
            u, 0 * u, {0, 0, 1}, k < 20 ? Definiteness::clamped : Definiteness::exact, &forces);
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
    class ElementRig final : public Rig {
    public:
        ElementRig(std::vector<Bone> all, BoneMotion polar)
            : Rig(std::move(all)), motion_(std::move(polar)) {}
        Index n_parameters() const override { return 0; }
        Vector parameters(double) const override { return {}; }
        BoneMotion pose(const Vector&) const override { return motion_; }

    private:
        BoneMotion motion_;
    };
    const Eigen::MatrixXd gradients = scene.system().deformation_gradients(u);
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
        std::vector<int> bone;
        for (Eigen::Index k = 0; k < ordered.n_elements(); ++k)
            bone.push_back(int(ordered.element_arrays.at("number")(0, k)));
        return rotated_law(body.material->bind_unrotated(ordered),
                           {rig, one_bone_each(bone, Eigen::Index(bones.size()))});
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

TEST_CASE("mixed: a material that has the rig's rotations already is refused") {
    CHECK_THROWS_WITH(SceneBody(bent_arm("ex_rotated")),
                      Catch::Contains("material/ex_rotated has them already"));
}

TEST_CASE("mixed: poses solved with an older factor that turns are those of a fresh factor") {
    std::string body = bent_arm("corotational, young: 2 kPa, poisson: 0.3");
    const std::string springs = "stiffness: 300 N/m";
    body.replace(body.find(springs), springs.size(), "radius: 0.6");
    const auto arm = [&](const std::string& solver) {
        return "sinew: 1\ntime: {end: 1 s, step: 0.05 s}\nscene:\n  - node: arm\n" + body +
               "    solver: " + solver +
               "\n    outputs: [{type: checkpoint, every: 0.05 s, keep: 30},\n"
               "              {type: probe, at: [2, 0.5, 0.5]}]\n";
    };
    const testing::SmallRun direct("arm", arm("{type: static}"));
    const testing::SmallRun turned(
        "arm",
        arm("{type: static, linear: {type: pcg, preconditioner: old_factor, factor_cost: 30},\n"
            "             newton: {tolerance: 1e-9, forcing: 1e-11}}"));
    REQUIRE(direct.run() == 0);
    REQUIRE(turned.run() == 0);
    const auto expected = direct.table("out/arm-arm-probe.csv").back();
    const auto found = turned.table("out/arm-arm-probe.csv").back();
    for (int k = 1; k < 4; ++k)
        CHECK(found[std::size_t(k)] == Approx(expected[std::size_t(k)]).margin(1e-7));
    const auto linear = nlohmann::json::parse(turned.bytes("out/run.json"))["solvers"]["/arm"];
    CHECK(linear["newton"]["iterations"] <= 21);  // one linear solve a pose
    CHECK(linear["linear"]["factor"]["factorisations"] < 10);
    REQUIRE(turned.run("later", turned / "out/checkpoint-0012.h5") == 0);
    CHECK((turned.bytes("later/checkpoint-0020.h5") == turned.bytes("out/checkpoint-0020.h5")));
}
