/// Materials of a body in a subspace that change while it moves.
#pragma once

#include <optional>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/params/types.hpp>
#include <string>

namespace sinew {

/// Change of the constants of one region; absent ones stay those of the material.
struct MaterialChange {
    std::string region;
    std::optional<Marked<Varying<double>>> young, poisson, density;

    static constexpr auto fields = std::tuple{
        field("region", &MaterialChange::region,
              "The element set of the mesh whose constants change, or the number of a pair of "
              "young and poisson, from 0 in the order of the elements; the whole body if it is all "
              "of one material"),
        field("young", &MaterialChange::young, unit::Pa, positive, "Young's modulus"),
        field("poisson", &MaterialChange::poisson, between(-1.0, 0.5), "Poisson's ratio"),
        field("density", &MaterialChange::density, unit::kg_per_m3, positive, "Mass density"),
    };
};

}  // namespace sinew
