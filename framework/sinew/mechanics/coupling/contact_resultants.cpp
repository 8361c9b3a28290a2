#include <Eigen/Geometry>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/coupling/contact_resultants.hpp>

namespace sinew {

/// A pair counts the forces on its first body; those on its second are their opposites.
void ContactResultants::add(int on, int of, const Eigen::Vector3d& force,
                            const Eigen::Vector3d& x) {
    if (on >= of) return;
    Resultant& pair = of_pairs_[{on, of}];
    pair.force += force;
    pair.moment += x.cross(force);
}

void ContactResultants::add_normal(int a, int b, double force) {
    of_pairs_[std::minmax(a, b)].normal += force;
}

void ContactResultants::report(nlohmann::json& report,
                               const std::vector<std::string>& names) const {
    const auto list = [](const Eigen::Vector3d& v) { return nlohmann::json{v[0], v[1], v[2]}; };
    const auto name = [&](int body) { return names[std::size_t(body)]; };
    for (const auto& [bodies, of_pair] : of_pairs_) {
        if (bodies.first == bodies.second)
            report["self_normal_forces"][name(bodies.first)] = of_pair.normal;
        else
            report["resultants"].push_back({{"on", name(bodies.first)},
                                            {"of", name(bodies.second)},
                                            {"force", list(of_pair.force)},
                                            {"moment", list(of_pair.moment)},
                                            {"normal_forces", of_pair.normal}});
    }
}

}  // namespace sinew
