#include <catch2/catch.hpp>
#include <support/empty_cache.hpp>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

/// Two blocks of unlike meshes, tied where they touch, held at bottom and top, and drawn sideways.
std::vector<double> middle_of(const std::string& lower, const std::string& upper) {
    const testing::SmallRun run(
        "stack",
        "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: world\n"
        "    couplings: [{type: tie, between: [upper, lower], stiffness: 10 MPa/m}]\n"
        "    solver: {type: static, newton: {tolerance: 1e-11}}\n    children:\n"
        "      - node: lower\n"
        "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [2, 2, 2], element: hex8}\n"
        "        material: &rubber {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n"
        "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
        "        loads: &sideways [{type: gravity, acceleration: [10, 0, 0]}]\n" +
            lower +
            "        outputs: [{type: probe, name: low, at: [0.05, 0.05, 0.1]}]\n"
            "      - node: upper\n"
            "        mesh: {type: box, origin: [0.01, 0.02, 0.1], size: [0.08, 0.07, 0.1], cells: "
            "[3, 2, 2], element: hex8}\n"
            "        material: *rubber\n        loads: *sideways\n"
            "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
            "0.2}}}]\n" +
            upper);
    REQUIRE(run.run() == 0);
    return run.table("out/stack-low.csv").back();
}

}  // namespace

TEST_CASE("coupling/tie: bodies of a full basis go where full space goes, tied to either") {
    const sinew::test::EmptyCache cache;
    const auto reduced = [](int n_free) {
        return "        reduction: {type: subspace, basis: {type: linear_modes, modes: " +
               std::to_string(n_free) + "}, forces: {type: projection}}\n";
    };
    const std::string lower_basis = reduced(54), upper_basis = reduced(72);
    const auto full = middle_of("", "");
    CHECK(full[1] > 1e-3);
    for (const auto& [lower, upper] : {std::pair{lower_basis, std::string()},
                                       {std::string(), upper_basis},
                                       {lower_basis, upper_basis}}) {
        const auto found = middle_of(lower, upper);
        for (std::size_t k = 1; k <= 3; ++k) CHECK(found[k] == Approx(full[k]).margin(1e-9));
    }
}
