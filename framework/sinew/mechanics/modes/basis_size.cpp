#include <algorithm>
#include <sinew/mechanics/modes/basis_size.hpp>

namespace sinew {

namespace {

constexpr const char* remedy =
    "say how many vectors (size: 20), or what share of the deformations they may leave out "
    "(tolerance: 0.01)";

}  // namespace

void BasisSize::refuse_both(const BuildContext& context) const {
    if (size && tolerance)
        context.fail(context.at("tolerance"), context.plugin() + " has both `size` and `tolerance`",
                     remedy);
}

void BasisSize::require_one(const BuildContext& context) const {
    refuse_both(context);
    if (!size && !tolerance)
        context.fail(context.at("size"), context.plugin() + " needs one of `size` and `tolerance`",
                     remedy);
}

Eigen::MatrixXd BasisSize::vectors_of(const MassPca& pca, const Origin& whose,
                                      const std::string& of, const std::string& or_else) const {
    Index r = pca.vectors.cols();
    if (size) r = *size;
    if (tolerance)
        r = std::min(r, std::max<Index>(1, size_within(pca.singular_values, *tolerance)));
    return first_vectors(pca, r, whose.at("size"), of, or_else);
}

}  // namespace sinew
