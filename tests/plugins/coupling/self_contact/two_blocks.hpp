/// Two blocks, one pressed into the other, for tests of self-contact.
#pragma once

#include <mechanics/coupling/coupling_support.hpp>
#include <nlohmann/json.hpp>

#include "self_contact/skin_contact.hpp"

namespace sinew::test {

inline SkinContactParams facing(int rings = 2) {
    SkinContactParams params;
    params.stiffness = 1e3;
    params.rings = rings;
    return params;
}

inline SkinContactParams by_rest_shape(double anisotropy = 1, int rings = 2,
                                       std::optional<double> voxel = {}) {
    SkinContactParams params = facing(rings);
    params.way_out = WayOut::rest_shape;
    params.voxel = voxel;
    params.anisotropy = anisotropy;
    return params;
}

/// A block of 2 x 2 x 2 cells above one of 5 x 5 x 3.
struct TwoBlocks {
    Body first = body_of_mesh(tet_grid(5, 5, 3), "/first"),
         second = body_of_mesh(tet_grid(2, 2, 2), "/second");
    SkinContact contact;
    explicit TwoBlocks(const SkinContactParams& params = by_rest_shape(1, 2, 0.05))
        : contact({&first, &second}, params) {}
    PointBodies pressed(double depth = 0.2) const {
        PointBodies at({&first, &second});
        for (Index i = at.offsets[1]; i < at.size; i += 3)
            at.x.segment<3>(i) += Eigen::Vector3d(1.3, 1.4, 3 - depth);
        return at;
    }
    /// Of a step that ends there, with the pairs of that place.
    nlohmann::json end_step(const PointBodies& at, double t) {
        contact.begin_step(at, t - 0.1, 0.1);
        evaluate(contact, at);
        return end(at, t);
    }
    nlohmann::json end(const PointBodies& at, double t) {
        contact.commit(at, t);
        nlohmann::json report;
        contact.report(report);
        return report;
    }
};

}  // namespace sinew::test
