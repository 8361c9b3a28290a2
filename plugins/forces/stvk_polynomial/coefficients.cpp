#include "stvk_polynomial/coefficients.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::stvk {

namespace {

constexpr Index rows_of_piece = 256;

/// += the tensors of a Gram matrix of the columns a_i, b_ij.
void add_tensors(const Gram& gram, SymmetricTensors& sum) {
    const Index r = sum.r;
    const auto b = [r](Index i, Index j) { return r + place(i, j); };
    for (Index l = 0; l < r; ++l)
        for (Index k = 0; k <= l; ++k) {
            sum.A2[std::size_t(place(k, l))] += gram(k, l);
            for (Index j = 0; j <= k; ++j) {
                sum.A3[std::size_t(place(j, k, l))] +=
                    gram(j, b(k, l)) + gram(k, b(j, l)) + gram(l, b(j, k));
                for (Index i = 0; i <= j; ++i)
                    sum.A4[std::size_t(place(i, j, k, l))] +=
                        gram(b(i, j), b(k, l)) + gram(b(i, k), b(j, l)) + gram(b(i, l), b(j, k));
            }
        }
}

/// Number of separate sums of elements that make up a whole: it does not depend on the number of
/// threads, so that bits do not either.
Index n_sums(Index n_columns, Index n_elements) {
    constexpr Index room = Index{1} << 29;
    const Index bytes = 2 * n_columns * n_columns / 2 * Index(sizeof(double));
    return std::clamp<Index>(room / bytes, 1, std::min<Index>(8, n_elements));
}

/// The elements of a kind, a piece of them after the other.
class ElementSum {
public:
    ElementSum(const ElementStrains& kind, const Modes& modes)
        : kind_(kind),
          n_of_piece_(std::max<Index>(1, rows_of_piece / kind.n_shear_rows())),
          shear_(modes.n_columns(), n_of_piece_ * kind.n_shear_rows()),
          trace_(modes.n_columns(), n_of_piece_ * kind.n_trace_rows()),
          strains_(modes, shear_.row_room()) {}

    void add(const std::vector<int>& elements, const std::vector<Lame>& weights, Index first,
             Index end) {
        for (; first < end; first += n_of_piece_) {
            const Index n = std::min(n_of_piece_, end - first);
            for (Index k = 0; k < n; ++k) {
                const auto at = std::size_t(first + k);
                kind_.fill(elements[at], {weights[at].mu, weights[at].lambda}, strains_, shear_,
                           k * kind_.n_shear_rows(), trace_, k * kind_.n_trace_rows());
            }
            shear_.add_rows(n * kind_.n_shear_rows());
            trace_.add_rows(n * kind_.n_trace_rows());
        }
    }

    const Gram& shear() const { return shear_; }
    const Gram& trace() const { return trace_; }

private:
    const ElementStrains& kind_;
    Index n_of_piece_;
    Gram shear_, trace_;
    StrainRows strains_;
};

void add_elements(const ElementStrains& kind, const Modes& modes, const std::vector<int>& elements,
                  const std::vector<Lame>& weights, Coefficients& sum) {
    const auto n = Index(elements.size());
    std::vector<ElementSum> sums(std::size_t(n_sums(modes.n_columns(), n)),
                                 ElementSum(kind, modes));
    const auto n_parts = Index(sums.size());
    parallel_for_dynamic(n_parts, 1, [&](Index part) {
        sums[std::size_t(part)].add(elements, weights, part * n / n_parts,
                                    (part + 1) * n / n_parts);
    });
    SymmetricTensors half(modes.r());
    for (const ElementSum& part : sums) {
        add_tensors(part.trace(), sum.lambda);
        add_tensors(part.shear(), half);
    }
    // The energy's factor is 1/2, of E:E it is 1.
    sum.mu.add(2, half);
}

}  // namespace

Coefficients CoefficientSums::over(const std::vector<int>& elements,
                                   const std::vector<Lame>& weights) {
    Coefficients sum{SymmetricTensors(modes_.r()), SymmetricTensors(modes_.r())};
    for (const bool bricks : {false, true}) {
        std::vector<int> chosen;
        std::vector<Lame> of_chosen;
        for (std::size_t k = 0; k < elements.size(); ++k) {
            if (is_brick(mesh_, elements[k]) != bricks) continue;
            chosen.push_back(elements[k]);
            of_chosen.push_back(weights[k]);
        }
        if (chosen.empty()) continue;
        auto& kind = bricks ? of_bricks_ : at_points_;
        if (!kind) kind = bricks ? strains_of_bricks(mesh_) : strains_at_points(mesh_);
        add_elements(*kind, modes_, chosen, of_chosen, sum);
    }
    return sum;
}

}  // namespace sinew::stvk
