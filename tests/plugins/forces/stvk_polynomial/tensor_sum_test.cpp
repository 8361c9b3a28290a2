#include "stvk_polynomial/tensor_sum.hpp"

#include <catch2/catch.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using stvk::SymmetricTensors;

namespace {

SymmetricTensors random_tensors(Index r, unsigned seed) {
    SymmetricTensors tensors(r);
    for (auto* A : {&tensors.A2, &tensors.A3, &tensors.A4}) {
        const Vector x = test::noise(Index(A->size()), seed++);
        std::copy(x.begin(), x.end(), A->begin());
    }
    return tensors;
}

}  // namespace

TEST_CASE("tensor sum: it is the weighted sum of each coefficient, for any r") {
    for (const Index r : {1, 2, 7, 13}) {
        INFO("r = " << r);
        std::vector<SymmetricTensors> terms;
        for (unsigned k = 0; k < 5; ++k) terms.push_back(random_tensors(r, 10 * k + 1));
        const std::vector<double> weights{0.5, -2, 0, 3e3, 1};
        const stvk::TensorSum sum(terms);
        SymmetricTensors found(r), right(r);
        sum.evaluate(weights, found);
        for (std::size_t k = 0; k < 5; ++k) right.add(weights[k], terms[k]);
        for (const auto order :
             {&SymmetricTensors::A2, &SymmetricTensors::A3, &SymmetricTensors::A4}) {
            const std::vector<double>&x = found.*order, &y = right.*order;
            REQUIRE(x.size() == y.size());
            for (std::size_t n = 0; n < x.size(); ++n)
                CHECK(x[n] == Approx(y[n]).epsilon(1e-12).margin(1e-12));
        }
    }
}
