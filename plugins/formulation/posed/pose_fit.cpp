#include "pose_fit.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/load/spring_load.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/point_areas.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <sinew/mechanics/system/visual_points.hpp>

#include "fit_law.hpp"

namespace sinew {
namespace {

/// Springs from the points of the surface to where the pose takes them.
class FitSprings final : public SpringLoad {
public:
    FitSprings(const FitSite& site, const std::function<Points(double)>& target)
        : target_(target), areas_(point_areas(site.surface)) {
        for (const Embedding& embedding : site.embeddings)
            points_.push_back(material_point(embedding));
    }
    /// Of an area [N/m^3].
    void set_stiffness(double stiffness) { stiffness_ = stiffness; }

    void each_spring(double s, const Visit& visit) const override {
        if (s != kept_) ends_ = target_(s);
        kept_ = s;
        for (std::size_t i = 0; i < points_.size(); ++i)
            visit({points_[i], stiffness_ * areas_[i], ends_.col(Index(i))});
    }

private:
    const std::function<Points(double)>& target_;
    std::vector<double> areas_;
    std::vector<MaterialPoint> points_;
    double stiffness_ = 0;
    mutable double kept_ = -1;  ///< s of ends_
    mutable Points ends_;
};

/// An element that keeps less of its volume, which the law never lets it lose altogether, is
/// pressed by a surface that no shape of the body fits.
constexpr double least_share = 0.01;

void refuse_squeezed(const Body& body, const Points& x) {
    VolumeMesh moved = body.mesh;
    moved.positions = x;
    int worst = 0;
    const double least =
        element_volumes(moved).cwiseQuotient(element_volumes(body.mesh)).minCoeff(&worst);
    if (least < least_share)
        throw ComputationError(
            fmt::format("element {} of {} keeps {:.1g} of its volume in the shape that fits best",
                        worst, body.path, least));
}

}  // namespace

/// The springs' energy is k/2 |A x - Phibar|_M^2 with k = modulus / (gamma size): the sum of both
/// is stationary where equation 3 is.
Points fitted_pose(const FitSite& site, const std::function<Points(double)>& target,
                   LinearSolver& linear) {
    constexpr int max_cutbacks = 8;
    Body body = site.body;
    body.initial_displacement.setZero();
    body.initial_velocity.setZero();
    FitSprings springs(site, target);
    FullSpaceSystem system(
        body, {{}, {&springs}},
        displacement_forces(body.mesh, fit_law(*body.material), force_degree(body.mesh.type)));
    const double volume = system.mass().volumes().sum();
    const double modulus = system.force_scale() / std::pow(volume, 2.0 / 3);
    springs.set_stiffness(modulus / (site.gamma * std::cbrt(volume)));
    ImplicitIntegrator integrator(system, linear, TimeScheme::statics(), {.tolerance = 1e-8}, {},
                                  max_cutbacks);
    integrator.begin(0);
    integrator.step(0, 1);
    const Points x = system.positions(integrator.state().q);
    refuse_squeezed(body, x);
    return x;
}

}  // namespace sinew
