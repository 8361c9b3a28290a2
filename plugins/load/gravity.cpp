/// Gravity: the same acceleration g everywhere.
///
///     f_a = g integral of rho N_a dV        [N]
///
/// Its potential is minus the sum of f_a . u_a: zero at rest.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/selection/frame.hpp>

namespace sinew {

class Gravity final : public UniformLoad {
public:
    struct Params {
        Varying<Eigen::Vector3d> acceleration = Eigen::Vector3d(0, 0, -9.81);
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("acceleration", &Params::acceleration, unit::m_per_s2,
                  "Acceleration of free fall"),
            field("frame", &Params::frame, "What the acceleration is seen from"),
        };
    };

    explicit Gravity(const Params& params) : params_(params) {}

    Eigen::Vector3d intensity(const Body& body, double t) const override {
        return turn_to_world(params_.frame, body.to_world) * params_.acceleration.at(t);
    }

    Shares shares() const override { return Shares::masses; }

    void share_out(const LoadSite& site, const Visit& visit) const override {
        for (int i = 0; i < int(site.nodal_mass.size()); ++i)
            visit(MaterialPoint::at_node(site.body_index, i), site.nodal_mass(i));
    }

private:
    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Gravity, "load/gravity", "Uniform gravity")
