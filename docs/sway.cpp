// What is above z = 0 sways, the more the higher it is: x += tip (z / height)^2. No bones.
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/rig.hpp>

namespace demo {

struct SwayingSurface : sinew::RiggedSurface {
    SwayingSurface(sinew::Points x, double h) : rest(std::move(x)), height(h) {}
    sinew::Points rest;
    double height;
    void positions(const sinew::Vector& p, std::span<const int> points,
                   sinew::Points& x) const override {
        x = rest(Eigen::all, std::vector<int>(points.begin(), points.end()));
        x.row(0).array() += p[0] * (x.row(2).array().max(0) / height).square();
    }
};

struct Sway : sinew::Rig {
    struct Params {
        double height = 1;
        sinew::Varying<double> tip;
        static constexpr auto fields = std::tuple{
            sinew::field("height", &Params::height, sinew::unit::m, sinew::positive, "Of the tip"),
            sinew::field("tip", &Params::tip, sinew::unit::m, "Way of the tip").required(),
        };
    };
    explicit Sway(const Params& given) : params(given) {}
    Params params;

    Eigen::Index n_parameters() const override { return 1; }
    sinew::Vector parameters(double t) const override {
        return sinew::Vector::Constant(1, params.tip.at(t));
    }
    std::unique_ptr<sinew::RiggedSurface> carry(const sinew::SurfaceMesh& rest) const override {
        return std::make_unique<SwayingSurface>(rest.positions, params.height);
    }
};

}  // namespace demo

SINEW_PLUGIN(demo::Sway, "rig/sway", "What is above z = 0 sways")
