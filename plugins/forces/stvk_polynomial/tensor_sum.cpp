#include "stvk_polynomial/tensor_sum.hpp"

#include <cstring>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/pack.hpp>

namespace sinew::stvk {

namespace {

constexpr std::array orders{&SymmetricTensors::A2, &SymmetricTensors::A3, &SymmetricTensors::A4};

}  // namespace

TensorSum::TensorSum(const std::vector<SymmetricTensors>& terms) : n_terms_(terms.size()) {
    SINEW_ASSERT(!terms.empty(), "at least one term");
    for (const auto order : orders) {
        const std::size_t n = (terms.front().*order).size();
        for (std::size_t first = 0; first < n; first += run)
            for (const SymmetricTensors& term : terms) {
                const std::vector<double>& A = term.*order;
                const std::size_t end = std::min(n, first + run);
                runs_.insert(runs_.end(), A.begin() + long(first), A.begin() + long(end));
                runs_.resize(runs_.size() + run - (end - first));
            }
    }
}

void TensorSum::evaluate(const std::vector<double>& weights, SymmetricTensors& sum) const {
    SINEW_ASSERT(weights.size() == n_terms_, "{} != {}", weights.size(), n_terms_);
    const double* from = runs_.data();
    for (const auto order : orders) {
        std::vector<double>& A = sum.*order;
        for (std::size_t first = 0; first < A.size(); first += run) {
            Pack parts[run / 8];
            for (Pack& part : parts) part = 0.0;
            for (const double weight : weights) {
                for (std::size_t k = 0; k < run / 8; ++k)
                    parts[k] += Pack(weight) * Pack::load(from + 8 * k);
                from += run;
            }
            std::memcpy(&A[first], parts, std::min(run, A.size() - first) * sizeof(double));
        }
    }
}

}  // namespace sinew::stvk
