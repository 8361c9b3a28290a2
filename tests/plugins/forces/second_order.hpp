/// The order of the error of derivatives.
#pragma once

#include <catch2/catch.hpp>

namespace sinew::test {

/// Errors of a central difference, `error_at(h)`, fall by four where h is halved.
template <class Difference>
void check_second_order(const Difference& error_at) {
    double last = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const double error = error_at(h);
        if (last > 0) CHECK(last / error == Approx(4).epsilon(0.1));
        last = error;
    }
}

}  // namespace sinew::test
