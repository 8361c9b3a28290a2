/// A spring that somebody moves with the mouse: nothing, until `sinew view` grabs a point.
///
///     f = k (target - x)
///
/// `sinew view` gives one to every body that has none, and chooses k where none is given: so stiff
/// that the point covers most of the way.
///
/// Barbic & James 2005, section 6.3.

#include <optional>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/hand.hpp>

namespace sinew {

class HandLoad final : public Load, public Hand {
public:
    static constexpr const char* source = "Barbic & James 2005, section 6.3";

    struct Params {
        std::optional<double> stiffness;
        static constexpr auto fields = std::tuple{
            field("stiffness", &Params::stiffness, unit::N_per_m, positive,
                  "Of the spring, whatever who grabs would choose"),
        };
    };

    explicit HandLoad(const Params& params) : params_(params) {}

    double grab(const MaterialPoint& point, double stiffness,
                const Eigen::Vector3d& target) override {
        point_ = point;
        stiffness_ = params_.stiffness.value_or(stiffness);
        target_ = target;
        return stiffness_;
    }
    void move(const Eigen::Vector3d& target) override { target_ = target; }
    void release() override { point_.reset(); }

    Hand* hand() override { return this; }
    bool is_follower() const override { return true; }
    void evaluate(const LoadSite& site, double, PointForces& out) const override {
        if (point_) add_spring(site, *point_, stiffness_, target_, out);
    }
    double potential(const LoadSite& site, double) const override {
        return point_ ? spring_energy(site, *point_, stiffness_, target_) : 0;
    }

private:
    Params params_;
    std::optional<MaterialPoint> point_;
    double stiffness_ = 0;
    Eigen::Vector3d target_ = Eigen::Vector3d::Zero();
};

}  // namespace sinew

SINEW_PLUGIN(sinew::HandLoad, "load/hand", "A spring that the mouse pulls, in `sinew view`")
