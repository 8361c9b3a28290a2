#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>

using sinew::nearest;
using sinew::suggestion;
using Names = std::vector<std::string>;

TEST_CASE("nearest: a swap of neighbours is one edit") {
    CHECK(nearest("yuong", {"poisson", "young", "density"}) == Names{"young"});
}

TEST_CASE("nearest: the nearest name comes first, equal ones in their order") {
    CHECK(nearest("step", {"steps", "stop", "stepper", "step_size", "ste"}) ==
          Names{"steps", "stop", "ste"});
}

TEST_CASE("nearest: a word of other letters is near nothing") {
    CHECK(nearest("xy", {"id", "no"}).empty());
    CHECK(nearest("", {"a"}).empty());
    CHECK(nearest(std::string(100000, 'x'), {"a"}).empty());
}

TEST_CASE("nearest: a name that differs in more than half of the word is none") {
    CHECK(nearest("psi", {"s", "ms", "us"}).empty());
    CHECK(nearest("k", {"kgm", "kg", "K"}) == Names{"K", "kg"});
    CHECK(nearest("ab", {"abc", "b"}) == Names{"abc", "b"});
}

TEST_CASE("suggestion: asks for one name, or for several that are equally near") {
    CHECK(suggestion("yuong", {"poisson", "young"}) == "did you mean 'young'?");
    CHECK(suggestion("loaf", {"load", "leaf", "mesh"}) == "did you mean 'load' or 'leaf'?");
}

TEST_CASE("suggestion: a name that is cut short, or written out, is near") {
    CHECK(suggestion("max_iter", {"tolerance", "max_iterations"}) ==
          "did you mean 'max_iterations'?");
    CHECK(suggestion("degrees", {"rad", "deg"}) == "did you mean 'deg'?");
    CHECK(suggestion("ma", {"max_iterations"}) == "allowed: max_iterations");
    CHECK(suggestion("step", {"step_of_the_run", "steps"}) == "did you mean 'steps'?");
    CHECK(suggestion("max", {"max_iterations", "max_cutbacks"}) ==
          "did you mean 'max_iterations' or 'max_cutbacks'?");
    CHECK(nearest("max_iter", {"max_iterations"}).empty());  // it is no misspelling
}

TEST_CASE("suggestion: another case of the same letters is nearer than other letters") {
    CHECK(suggestion("mpa", {"Pa", "mm", "MPa", "kPa"}) == "did you mean 'MPa'?");
}

TEST_CASE("suggestion: lists what is allowed when nothing is near") {
    CHECK(suggestion("colour", {"young", "poisson"}) == "allowed: young, poisson");
    CHECK(suggestion("colour", {}) == "nothing is allowed here");
}
