/// The constants of a law at each point, computed once from the parameters of the scene.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <sinew/kernel/params/field.hpp>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/law/pack_points.hpp>
#include <sinew/mechanics/material/field.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string_view>
#include <tuple>
#include <vector>

namespace sinew {

namespace detail {

/// A parameter element by element; one that is no field is the same everywhere.
template <class T>
class ElementValues {
public:
    ElementValues(const T& value, const VolumeMesh&) : value_(value) {}
    bool is_constant() const { return true; }
    const T& operator[](Eigen::Index) const { return value_; }

private:
    T value_;
};

template <>
class ElementValues<Field<double>> {
public:
    ElementValues(const Field<double>& field, const VolumeMesh& mesh)
        : constant_(field.is_constant() ? std::optional(field.constant()) : std::nullopt),
          values_(constant_ ? Eigen::VectorXd() : field.on(mesh)) {}
    bool is_constant() const { return constant_.has_value(); }
    double operator[](Eigen::Index element) const {
        return constant_ ? *constant_ : values_[element];
    }

private:
    std::optional<double> constant_;
    Eigen::VectorXd values_;
};

template <>
class ElementValues<std::optional<Field<double>>> {
public:
    ElementValues(const std::optional<Field<double>>& field, const VolumeMesh& mesh) {
        if (field) values_.emplace(*field, mesh);
    }
    bool is_constant() const { return !values_ || values_->is_constant(); }
    std::optional<double> operator[](Eigen::Index element) const {
        return values_ ? std::optional((*values_)[element]) : std::nullopt;
    }

private:
    std::optional<ElementValues<Field<double>>> values_;
};

/// True if the parameters are young and poisson, in this order, and nothing else.
template <class Params>
constexpr bool are_young_and_poisson() {
    if constexpr (std::tuple_size_v<decltype(Params::fields)> != 2) {
        return false;
    } else {
        return std::string_view(std::get<0>(Params::fields).info.name) == "young" &&
               std::string_view(std::get<1>(Params::fields).info.name) == "poisson";
    }
}

}  // namespace detail

/// A law's Point<Pack> for every pack of elements; one for all of them if no parameter varies.
///
/// `Law::Point<double>` of an element comes from the values of the parameters in the order of
/// their declaration:
/// - by the law's own `static Point<double> point(double a, double b, ...)` if it has one;
/// - as the Lame parameters {mu, lambda} if the parameters are young and poisson;
/// - else as {a, b, ...}.
template <class Law>
class PointParameters {
    using Params = typename Law::Params;
    using Single = typename Law::template Point<double>;
    using Packed = typename Law::template Point<Pack>;
    static constexpr std::size_t n_numbers = sizeof(Single) / sizeof(double);
    static_assert(sizeof(Packed) == n_numbers * sizeof(Pack) && alignof(Single) == alignof(double),
                  "a law's Point<Real> must consist of Reals");

public:
    /// Throws InputError if a field does not fit the mesh.
    PointParameters(const Params& params, const VolumeMesh& mesh) {
        std::apply(
            [&](const auto&... f) {
                read(mesh, detail::ElementValues<std::remove_cvref_t<decltype(params.*f.member)>>(
                               params.*f.member, mesh)...);
            },
            Params::fields);
    }

    const Packed& operator[](Eigen::Index pack) const { return points_[pack]; }
    /// The points alone, of a temporary.
    PackPoints<Packed> take() && { return std::move(points_); }

private:
    template <class... Values>
    void read(const VolumeMesh& mesh, const Values&... values) {
        const bool is_shared = (values.is_constant() && ...);
        const Eigen::Index last = mesh.n_elements() - 1;
        const Eigen::Index n_packs = is_shared ? 1 : last / Pack::lanes + 1;
        std::vector<Packed> points(static_cast<std::size_t>(n_packs));
        for (Eigen::Index pack = 0; pack < n_packs; ++pack) {
            std::array<Pack, n_numbers> numbers;
            for (int lane = 0; lane < Pack::lanes; ++lane) {
                const Eigen::Index element = std::min(pack * Pack::lanes + lane, last);
                const auto single =
                    std::bit_cast<std::array<double, n_numbers>>(at_element(values[element]...));
                for (std::size_t n = 0; n < n_numbers; ++n) numbers[n].set_lane(lane, single[n]);
            }
            points[static_cast<std::size_t>(pack)] = std::bit_cast<Packed>(numbers);
        }
        points_ = {std::move(points), is_shared};
    }

    template <class... Values>
    static Single at_element(const Values&... values) {
        if constexpr (requires { Law::point(values...); }) {
            return Law::point(values...);
        } else if constexpr (detail::are_young_and_poisson<Params>()) {
            const Lame lame = lame_from(values...);
            return {lame.mu, lame.lambda};
        } else {
            return {values...};
        }
    }

    PackPoints<Packed> points_;
};

}  // namespace sinew
