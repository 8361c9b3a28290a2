/// Natural frequencies of a beam, by the system's own K and M, against Timoshenko's beam for
/// bending, Saint-Venant's for torsion and the rod for stretching.

#include <Eigen/Eigenvalues>
#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

#include "beam.hpp"
#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

constexpr double young = 1e6, poisson = 0.3, density = 1000, shear = young / (2 * (1 + poisson));
const Eigen::Vector3d beam(1, 0.06, 0.04);
using std::numbers::pi;

struct Mode {
    double omega;  ///< [rad/s]
    const char* kind;
};

/// Bending: w' = phi + V/(k G A), phi' = M/(E I), M' = -V - rho I omega^2 phi,
/// V' = -rho A omega^2 w, solved over the length by the matrix exponential; an angular frequency is
/// a zero of the determinant that the ends leave.
double bending_determinant(double omega, double thickness, double width, bool clamped) {
    const double A = thickness * width, I = A * thickness * thickness / 12;
    const double k = 10 * (1 + poisson) / (12 + 11 * poisson), w2 = omega * omega;
    // y = (w, phi, M, V) in units that keep the entries near one.
    const double unit_moment = young * I / beam.x(), unit_force = unit_moment / beam.x();
    Eigen::Matrix4d rate = Eigen::Matrix4d::Zero();
    rate(0, 1) = 1;
    rate(0, 3) = unit_force / (k * shear * A);
    rate(1, 2) = unit_moment / (young * I);
    rate(2, 1) = -density * I * w2 / unit_moment;
    rate(2, 3) = -unit_force / unit_moment;
    rate(3, 0) = -density * A * w2 / unit_force;
    const Eigen::Matrix4d T = (rate * beam.x()).exp();
    // The free end has M = V = 0; the other is clamped (w = phi = 0) or free as well.
    return (clamped ? T.block<2, 2>(2, 2) : T.block<2, 2>(2, 0)).determinant();
}

void add_bending(double thickness, double width, bool clamped, std::vector<Mode>& all) {
    const double step = 0.05;
    double last = bending_determinant(step, thickness, width, clamped);
    for (double omega = 2 * step; omega < 100; omega += step) {
        const double here = bending_determinant(omega, thickness, width, clamped);
        if (last * here < 0) all.push_back({omega - step * here / (here - last), "bending"});
        last = here;
    }
}

/// Saint-Venant's torsion constant of a rectangle a >= b (Timoshenko & Goodier, section 109).
double torsion_constant(double a, double b) {
    double sum = 0;
    for (int n = 1; n < 20; n += 2) sum += std::tanh(n * pi * a / (2 * b)) / std::pow(n, 5);
    return a * b * b * b / 3 * (1 - 192 * b / (std::pow(pi, 5) * a) * sum);
}

/// The first six elastic modes, by ascending frequency.
std::vector<Mode> theory(bool clamped) {
    std::vector<Mode> all;
    add_bending(beam.z(), beam.y(), clamped, all);
    add_bending(beam.y(), beam.z(), clamped, all);
    const double J = torsion_constant(beam.y(), beam.z());
    const double I_p = beam.y() * beam.z() * (beam.y() * beam.y() + beam.z() * beam.z()) / 12;
    const double twist = std::sqrt(shear * J / (density * I_p)), sound = std::sqrt(young / density);
    for (int n = 1; n < 6; ++n) {
        const double wave = clamped ? (n - 0.5) * pi / beam.x() : n * pi / beam.x();
        all.push_back({twist * wave, "torsion"});
        all.push_back({sound * wave, "stretching"});
    }
    std::sort(all.begin(), all.end(),
              [](const Mode& a, const Mode& b) { return a.omega < b.omega; });
    all.resize(6);
    return all;
}

/// All angular frequencies [rad/s] of the beam at rest, ascending; zero for rigid motions (there by
/// magnitude, since round-off gives their squares a sign).
Eigen::VectorXd frequencies(bool clamped) {
    Problem problem(test::box(ElementType::tet10, {14, 2, 2}, beam),
                    {"material/neo_hookean", "young: 1 MPa, poisson: 0.3, density: 1000"});
    BodySystem& system = problem.system();
    std::vector<Index> free;
    for (Index c = 0; c < system.size(); ++c)
        if (!clamped || problem.mesh().positions(0, c / 3) > 0) free.push_back(c);
    const Vector rest = Vector::Zero(system.size());
    const auto matrix = [&](const TangentWeights& weights) {
        const Tangent& tangent = system.tangent(rest, rest, weights, Definiteness::exact, nullptr);
        Eigen::MatrixXd dense(free.size(), free.size());
        Vector column;
        for (std::size_t j = 0; j < free.size(); ++j) {
            tangent.apply(Vector::Unit(system.size(), free[j]), column);
            dense.col(Index(j)) = column(free);
        }
        return dense;
    };
    const Eigen::MatrixXd K = matrix({0, 0, 1}), M = matrix({1, 0, 0});
    return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(
               K, M, Eigen::EigenvaluesOnly | Eigen::Ax_lBx)
        .eigenvalues()
        .cwiseAbs()
        .cwiseSqrt();
}

/// `first`: where the elastic frequencies start.
void compare(Record& record, bool clamped, const Eigen::VectorXd& found, int first) {
    const std::vector<Mode> exact = theory(clamped);
    for (int k = 0; k < 6; ++k) {
        const Mode& mode = exact[std::size_t(k)];
        record.compare(fmt::format("elastic frequency {}, {} [rad/s]", k + 1, mode.kind),
                       mode.omega, found[first + k],
                       std::string(mode.kind) == "torsion" ? 0.03 : 0.015);
    }
}

}  // namespace

TEST_CASE("frequencies: a slender beam without shear has Euler's first frequency, within 0.5%") {
    const double A = beam.y() * beam.z(), I = A * beam.z() * beam.z() / 12;
    const double euler = 1.87510407 * 1.87510407 * std::sqrt(young * I / (density * A));
    CHECK(theory(true)[0].omega == Approx(euler).epsilon(5e-3));
}

// Two quadratic elements across the section follow its warping within 2% of the frequency; the
// clamped end also hinders warping, and contraction sideways, which the theories leave out.
TEST_CASE("frequencies: six of a clamped beam fit theory, bending to 1.5% and torsion to 3%") {
    Record record("6 Frequencies of a clamped beam, tet10 14x2x2");
    compare(record, true, frequencies(true), 0);
}

TEST_CASE("frequencies: a free beam has six zeros, then bends to 1.5% and twists to 3%") {
    Record record("6 Frequencies of a free beam, tet10 14x2x2");
    const Eigen::VectorXd found = frequencies(false);
    record.small("largest of the six rigid frequencies / first elastic one",
                 found.head(6).maxCoeff() / found[6], 1e-4);
    compare(record, false, found, 6);
}
