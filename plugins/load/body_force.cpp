/// A force per volume at rest, the same everywhere: f_a = b integral of N_a dV  [N].

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>
#include <sinew/mechanics/selection/frame.hpp>

namespace sinew {

class BodyForce final : public UniformLoad {
public:
    struct Params {
        Varying<Eigen::Vector3d> force;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("force", &Params::force, unit::N_per_m3, "Force per volume at rest").required(),
            field("frame", &Params::frame, "What the force is seen from"),
        };
    };

    explicit BodyForce(const Params& params) : params_(params) {}

    Eigen::Vector3d intensity(const Body& body, double t) const override {
        return turn_to_world(params_.frame, body.to_world) * params_.force.at(t);
    }

    Shares shares() const override { return Shares::volumes; }

    void share_out(const LoadSite& site, const Visit& visit) const override {
        for (int i = 0; i < int(site.nodal_volume.size()); ++i)
            visit(MaterialPoint::at_node(site.body_index, i), site.nodal_volume(i));
    }

private:
    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::BodyForce, "load/body_force", "A force per volume")
