/// The parameters of isotropic laws of two constants.
#pragma once

#include <sinew/kernel/params/field.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/material/field.hpp>

namespace sinew {

/// Young's modulus and Poisson's ratio, each a number or a field over elements.
struct IsotropicParams {
    Field<double> young = 1e5;
    Field<double> poisson = 0.45;

    static constexpr auto fields = std::tuple{
        field("young", &IsotropicParams::young, unit::Pa, positive, "Young's modulus E"),
        field("poisson", &IsotropicParams::poisson, unit::one, between(-1.0, 0.5),
              "Poisson's ratio nu"),
    };
};

}  // namespace sinew
