#include <catch2/catch.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("block_view: the four products make the product of the whole matrix") {
    SplitArm arm("0.4 1.5", 1);
    const auto& K = *arm.stiffness;
    Vector x(K.matrix.size()), y, s, i;
    for (Index k = 0; k < x.size(); ++k) x[k] = std::cos(1.7 * double(k));
    K.matrix.multiply(x, y);
    arm.sets.take_surface(x, s);
    arm.sets.take_interior(x, i);
    Vector on_surface = Vector::Zero(s.size()), inside = Vector::Zero(i.size());
    K.ss.add_product(K.matrix, 1, s, on_surface);
    K.si.add_product(K.matrix, 1, i, on_surface);
    K.is.add_product(K.matrix, 1, s, inside);
    K.ii.add_product(K.matrix, 1, i, inside);
    Vector whole = Vector::Zero(x.size());
    arm.sets.put_surface(on_surface, whole);
    arm.sets.put_interior(inside, whole);
    CHECK((whole - y).norm() < 1e-14 * y.norm());
    Vector twice = y;
    K.ii.add_product(K.matrix, -2, i, inside);
    K.ii.add_product(K.matrix, 2, i, inside);
    arm.sets.put_interior(inside, whole);
    CHECK((whole - y).norm() < 1e-13 * y.norm());
}
