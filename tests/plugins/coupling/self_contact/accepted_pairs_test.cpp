#include "self_contact/accepted_pairs.hpp"

#include <catch2/catch.hpp>
#include <sinew/kernel/run/log.hpp>

#include "plugins/coupling/self_contact/two_blocks.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("accepted pairs: the depth where a step ends is told, and warned of once") {
    TwoBlocks blocks;
    std::vector<Diagnostic> warnings;
    const LogListener listener([&](const Diagnostic& one) { warnings.push_back(one); });
    blocks.contact.begin_step(blocks.pressed(-1), 0, 0.1);
    nlohmann::json report = blocks.end_step(blocks.pressed(0.25), 0.1);
    const double size = std::cbrt(1.0 / 6);  // of its tetrahedra, six a cube
    CHECK(report["deepest"].get<double>() == Approx(0.25).epsilon(5e-3));
    CHECK(report["deepest_over_element"].get<double>() == Approx(0.25 / size).epsilon(5e-3));
    CHECK(report["held"] == 0);
    CHECK(warnings.empty());
    blocks.end_step(blocks.pressed(0.7), 0.2);
    report = blocks.end_step(blocks.pressed(0.8), 0.3);
    CHECK(report["deepest"].get<double>() == Approx(0.8).epsilon(1e-3));
    report = blocks.end_step(blocks.pressed(0.2), 0.4);
    CHECK(report["deepest"].get<double>() == Approx(0.2).epsilon(1e-3));
    CHECK(report["deepest_in_run"]["depth"].get<double>() == Approx(0.8).epsilon(1e-3));
    CHECK(report["deepest_in_run"]["time"] == 0.3);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0].message, Catch::Contains("at 0.2 s") &&
                                        Catch::Contains("0.7 m inside") &&
                                        Catch::Contains("mean element size of 0.55 m"));
    CHECK_THAT(warnings[0].remedy, Catch::Contains("raise the stiffness"));
}

TEST_CASE("accepted pairs: pairs that a step ends with though they alternate are told of") {
    TwoBlocks blocks;
    std::vector<Diagnostic> warnings;
    const LogListener listener([&](const Diagnostic& one) { warnings.push_back(one); });
    const PointBodies in = blocks.pressed(0.2), out = blocks.pressed(-0.1);
    const auto swing = [&] {
        blocks.contact.begin_step(out, 0, 0.1);
        for (int k = 0; k < 12; ++k) evaluate(blocks.contact, k % 2 ? out : in);
    };
    swing();
    nlohmann::json report = blocks.end(out, 0.1);
    CHECK(report["pairs"] == 13);
    CHECK(report["held"] == 13);
    CHECK(report["pulling"] == 13);
    CHECK(report["held_share"].get<double>() == Approx(1));
    CHECK(report["deepest"] == 0);
    // Where they are found too they are none the worse for being held.
    swing();
    evaluate(blocks.contact, in);
    report = blocks.end(in, 0.2);
    CHECK(report["held"] == 13);
    CHECK(report["pulling"] == 0);
    CHECK(report["held_share"].get<double>() < 1e-9);
    CHECK(report["deepest"].get<double>() == Approx(0.2).epsilon(1e-3));
    CHECK(blocks.end_step(in, 0.3)["held"] == 0);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings[0].message, Catch::Contains("13 of 13 pairs are held, 13 of which pull") &&
                                        Catch::Contains("change the forces by 100 %"));
    CHECK_THAT(warnings[0].remedy, Catch::Contains("smaller time steps"));
}

TEST_CASE("accepted pairs: a place that is off along a free skin changes no force") {
    // Held in place, and moved aside by a quarter of the depth: where contact is free along the
    // skin, d alone has changed.
    for (const double anisotropy : {1.0, 0.0}) {
        CAPTURE(anisotropy);
        TwoBlocks blocks(by_rest_shape(anisotropy, 2, 0.05));
        const LogListener listener([](const Diagnostic&) {});
        const PointBodies in = blocks.pressed(0.2), out = blocks.pressed(-0.1);
        blocks.contact.begin_step(out, 0, 0.1);
        for (int k = 0; k < 12; ++k) evaluate(blocks.contact, k % 2 ? out : in);
        PointBodies aside = in;
        for (Index i = aside.offsets[1]; i < aside.size; i += 3) aside.x[i] += 0.05;
        evaluate(blocks.contact, aside);
        const nlohmann::json report = blocks.end(aside, 0.1);
        CHECK(report["held"] == 13);
        CHECK(report["pulling"] == 0);
        const double share = report["held_share"].get<double>();
        if (anisotropy == 1)
            CHECK(share == Approx(0.05 / std::hypot(0.2, 0.05)).epsilon(0.02));
        else
            CHECK(share < 0.01);
    }
}

TEST_CASE("accepted pairs: a run that goes on from a checkpoint warns of nothing twice") {
    TwoBlocks before, after;
    std::vector<Diagnostic> warnings;
    const LogListener listener([&](const Diagnostic& one) { warnings.push_back(one); });
    before.contact.begin_step(before.pressed(-1), 0, 0.1);
    const PointBodies in = before.pressed(0.2), out = before.pressed(-0.1);
    for (int k = 0; k < 12; ++k) evaluate(before.contact, k % 2 ? out : in);
    before.end(out, 0.1);
    before.end_step(before.pressed(0.8), 0.2);
    REQUIRE(warnings.size() == 2);
    Archive archive;
    before.contact.save(archive, "c");
    after.contact.restore(archive, "c");
    // What is there already when a step begins has been looked at in the run before.
    after.contact.common.from = 0.5;
    after.contact.begin_step(after.pressed(0.7), 0.2, 0.1);
    for (int k = 0; k < 12; ++k) evaluate(after.contact, k % 2 ? out : in);
    nlohmann::json report = after.end(out, 0.3);
    CHECK(report["held_share"] == 1.0);
    report = after.end_step(after.pressed(0.7), 0.4);
    CHECK(report["most_held"] == 13);
    CHECK(report["deepest"].get<double>() == Approx(0.7).epsilon(1e-3));
    CHECK(report["deepest_in_run"]["depth"].get<double>() == Approx(0.8).epsilon(1e-3));
    CHECK(report["deepest_in_run"]["time"] == 0.2);
    CHECK(warnings.size() == 2);
    // Back to a time before: what has been said stays said.
    Archive fresh;
    TwoBlocks().contact.save(fresh, "c");
    after.contact.restore(fresh, "c");
    report = after.end_step(after.pressed(0.25), 0.5);
    CHECK(warnings.size() == 2);
    // What was deepest is of that time again.
    CHECK(report["deepest_in_run"]["depth"].get<double>() == Approx(0.25).epsilon(5e-3));
    CHECK(report["deepest_in_run"]["time"] == 0.5);
}
