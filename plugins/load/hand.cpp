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
#include <sinew/mechanics/load/spring_load.hpp>

namespace sinew {

class HandLoad final : public SpringLoad, public Hand {
public:
    static constexpr const char* source = "Barbic & James 2005, section 6.3";
    static constexpr std::array traits{load_trait::follows_motion};

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
        spring_ = {point, params_.stiffness.value_or(stiffness), target};
        return spring_->stiffness;
    }
    void move(const Eigen::Vector3d& target) override {
        if (spring_) spring_->target = target;
    }
    void release() override { spring_.reset(); }

    Hand* hand() override { return this; }
    void each_spring(double, const Visit& visit) const override {
        if (spring_) visit(*spring_);
    }

private:
    Params params_;
    std::optional<Spring> spring_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::HandLoad, "load/hand", "A spring that the mouse pulls, in `sinew view`")
