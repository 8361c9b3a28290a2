#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/solve/cutback_log.hpp>

using namespace sinew;
using Catch::Contains;

namespace {

FailedAttempt failed(double time, CutbackCause cause) {
    return {time, 0.01, {Event::Kind::not_converged, "/cow", -1, "a residual of 7 N"}, cause};
}

}  // namespace

TEST_CASE("cutback log: the first cut tells the step, the time, the reason and what to try") {
    CutbackLog log;
    CHECK(log.add(failed(0.53, CutbackCause::newton)));
    CHECK_FALSE(log.add(failed(0.54, CutbackCause::newton)));
    const Diagnostic note = log.first(false, "linear/cholesky");
    CHECK(note.severity == Severity::note);
    CHECK(note.message ==
          "the step of 0.01 s at time 0.53 s is cut in half, since Newton's method did not "
          "converge: /cow did not converge (a residual of 7 N); further ones are counted");
    CHECK_THAT(note.remedy, Contains("a smaller time.step") && Contains("newton.tolerance") &&
                                !Contains("contact"));
    CHECK_THAT(log.first(true, "").remedy, Contains("`stiffness`") && Contains("contact"));
}

TEST_CASE("cutback log: each cause has its remedy") {
    CHECK_THAT(remedy_of(CutbackCause::contact, true, ""),
               Contains("`stiffness` of the contact") && Contains("`thickness`"));
    CHECK_THAT(remedy_of(CutbackCause::linear_solver, false, "linear/pcg"),
               Contains("linear/pcg gave up") && Contains("max_iterations") &&
                   Contains("linear: {type: cholesky}"));
    CHECK_THAT(remedy_of(CutbackCause::inverted, false, ""), Contains("stable_neo_hookean"));
    CHECK_THAT(remedy_of(CutbackCause::not_finite, false, ""), Contains("loads"));
}

TEST_CASE("cutback log: the summary counts causes between the first and the last time") {
    CutbackLog log;
    log.add(failed(0.5, CutbackCause::newton));
    CHECK_FALSE(log.summary(10, true, ""));
    log.add(failed(0.6, CutbackCause::contact));
    log.add(failed(0.7, CutbackCause::contact));
    const auto note = log.summary(1780, true, "");
    REQUIRE(note);
    CHECK(note->message ==
          "3 steps were cut between the times 0.5 s and 0.7 s: Newton's method did not converge "
          "(1), contact held the step back (2); Newton's method took 1780 iterations in all");
    CHECK_THAT(note->remedy, Contains("`thickness`"));
    nlohmann::json report;
    log.report(report);
    CHECK(report["cutbacks"] == 3);
    CHECK(report["cutback_causes"]["contact"] == 2);
    CHECK(report["cutback_times"] == nlohmann::json{0.5, 0.7});
}
