#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/basis_history.hpp>

using namespace sinew;
using namespace sinew::pose_space;

namespace {

/// Two poses whose vectors, two each, are orthonormal in a mass of one per number.
struct Vectors {
    std::vector<Eigen::MatrixXd> U;
    MixedBasis basis;

    Vectors() : Vectors(two()) {}
    explicit Vectors(std::vector<Eigen::MatrixXd> of_poses)
        : U(of_poses), basis(products(of_poses)) {}

    static std::vector<Eigen::MatrixXd> two() {
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6, 2), B = A;
        A(0, 0) = A(4, 1) = 1;
        B(1, 0) = B(4, 1) = 1;
        return {A, B};
    }
    static MixedMass products(const std::vector<Eigen::MatrixXd>& U) {
        std::vector<Eigen::MatrixXd> all;
        for (const Eigen::MatrixXd& U_j : U)
            for (const Eigen::MatrixXd& U_i : U) all.push_back(U_i.transpose() * U_j);
        return {PairProducts(all), 2, 2};
    }
    Vector displacement(const Vector& kept) const {
        return U[0] * kept.head(2) + U[1] * kept.tail(2);
    }
    Eigen::MatrixXd mixed() const {
        return (basis.weights()[0] * U[0] + basis.weights()[1] * U[1]) *
               basis.scales().asDiagonal();
    }
};

}  // namespace

TEST_CASE("basis history: its terms add up to the acceleration of R U q, less R U q''") {
    Vectors vectors;
    BasisHistory history;
    const double h_0 = 0.1, h_1 = 0.04;
    const auto root_at = [](double angle) {
        return Eigen::Isometry3d(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
    };
    const auto all = [](const Eigen::Matrix3d& R, const Vector& u) {
        return Vector((R * u.reshaped(3, 2)).reshaped());
    };
    const Vector q_0 = Eigen::Vector2d(0.3, -0.2), q_1 = Eigen::Vector2d(0.5, 0.1),
                 q_2 = Eigen::Vector2d(0.4, 0.7);
    // Backward Euler: rates are differences.
    const Vector v_1 = (q_1 - q_0) / h_0, v_2 = (q_2 - q_1) / h_1, a = (v_2 - v_1) / h_1;
    std::vector<Vector> x;
    vectors.basis.mix(Eigen::Vector2d(1, 0));
    x.push_back(all(root_at(0).linear(), vectors.mixed() * q_0));
    history.begin_step(h_0, q_0, Vector::Zero(2), root_at(0), vectors.basis);
    vectors.basis.mix(Eigen::Vector2d(0.7, 0.3));
    x.push_back(all(root_at(0.2).linear(), vectors.mixed() * q_1));
    history.commit();
    history.begin_step(h_1, q_1, v_1, root_at(0.2), vectors.basis);
    vectors.basis.mix(Eigen::Vector2d(0.4, 0.6));
    const Eigen::Matrix3d R = root_at(0.5).linear();
    x.push_back(all(R, vectors.mixed() * q_2));
    CHECK(history.root_turns(R));
    CHECK(history.basis_moves(vectors.basis.weights()));
    const BasisHistory::Terms& c = history.terms(vectors.basis, R);
    const Vector seen = vectors.displacement(c.end) +
                        all(c.R_start, vectors.displacement(c.start)) +
                        all(c.R_before, vectors.displacement(c.before));
    const Vector expected = ((x[2] - x[1]) / h_1 - (x[1] - x[0]) / h_0) / h_1;
    CHECK((all(R, seen) + all(R, vectors.mixed() * a) - expected).norm() < 1e-12 * expected.norm());
}

TEST_CASE(
    "basis history: a basis whose rate is neglected has no terms where the root stands still") {
    Vectors vectors;
    BasisHistory history;
    history.neglect_basis_rate();
    CHECK(history.neglects_basis_rate());
    const Eigen::Isometry3d root = Eigen::Isometry3d::Identity();
    const Vector q = Eigen::Vector2d(0.3, -0.2);
    for (const double share : {0.0, 0.3}) {
        vectors.basis.mix(Eigen::Vector2d(1 - share, share));
        history.begin_step(0.1, q, Vector::Zero(2), root, vectors.basis);
        history.commit();
    }
    vectors.basis.mix(Eigen::Vector2d(0.4, 0.6));
    CHECK_FALSE(history.basis_moves(vectors.basis.weights()));
    const BasisHistory::Terms& c = history.terms(vectors.basis, root.linear());
    CHECK((c.end + c.start + c.before).norm() < 1e-12 * c.end.norm());
}
