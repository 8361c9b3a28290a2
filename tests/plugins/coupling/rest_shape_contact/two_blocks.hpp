/// Two blocks, one pressed into the other, for tests of contact by springs from proxies.
#pragma once

#include <mechanics/coupling/coupling_support.hpp>

#include "rest_shape_contact/proxy_springs.hpp"

namespace sinew::test {

/// A block of 2 x 2 x 2 cells of edge 1 above one of 5 x 5 x 3.
struct TwoBlocks {
    Body first = body_of_mesh(tet_grid(5, 5, 3), "/first"),
         second = body_of_mesh(tet_grid(2, 2, 2), "/second");

    PointBodies pressed(double depth = 0.2) const {
        PointBodies at({&first, &second});
        for (Index i = at.offsets[1]; i < at.size; i += 3)
            at.x.segment<3>(i) += Eigen::Vector3d(1.3, 1.4, 3 - depth);
        return at;
    }
};

}  // namespace sinew::test
