/// `size` or `tolerance`: how many vectors of a mass-PCA a basis keeps.
#pragma once

#include <optional>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/modes/mass_pca.hpp>

namespace sinew {

/// Parameters of a basis that keeps the first vectors of a mass-PCA.
struct BasisSize {
    std::optional<int> size;
    std::optional<double> tolerance;
    static constexpr auto size_fields = std::tuple{
        field("size", &BasisSize::size, at_least(1), "How many vectors; or give `tolerance`"),
        field("tolerance", &BasisSize::tolerance, between(0, 1),
              "As many vectors as leave out this share of what they are made from (root of the sum "
              "of squared mass norms, as the basis weighs them); or give `size`"),
    };

    /// Fails at their place if both are given.
    void refuse_both(const BuildContext& context) const;
    /// Fails if both are given, or neither.
    void require_one(const BuildContext& context) const;
    /// The first vectors, all if neither is given. Throws InputError at the place of `size` in what
    /// `whose` writes if there are not so many; `of` and `remedy` as first_vectors takes them.
    Eigen::MatrixXd vectors_of(const MassPca& pca, const Origin& whose, const std::string& of,
                               const std::string& remedy) const;
};

}  // namespace sinew
