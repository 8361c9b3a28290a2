/// Young's modulus and Poisson's ratio of the elements of a mesh.
#pragma once

#include <sinew/mechanics/material/field.hpp>
#include <string_view>
#include <tuple>

namespace sinew {

/// One number of each an element.
struct Moduli {
    Eigen::VectorXd young;  ///< [Pa]
    Eigen::VectorXd poisson;
};

namespace detail {

inline void take_field(Field<double>& field, bool is_wanted, Field<double>*& found) {
    if (is_wanted) found = &field;
}
template <class T>
void take_field(T&, bool, Field<double>*&) {}

/// The field over elements that parameters have under a name; nullptr if there is none.
template <class Params>
Field<double>* element_field(Params& params, std::string_view name) {
    Field<double>* found = nullptr;
    std::apply(
        [&](const auto&... f) { (take_field(params.*f.member, name == f.info.name, found), ...); },
        Params::fields);
    return found;
}

}  // namespace detail

}  // namespace sinew
