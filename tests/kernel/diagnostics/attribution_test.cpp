#include <catch2/catch.hpp>
#include <new>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <stdexcept>

using namespace sinew;

namespace {

SourceMark line_mark(int line) {
    return {std::make_shared<const SourceText>(SourceText{"beam.yaml", "a\nb\nc\n"}), line, 1, 1};
}

const auto explained = [](const std::exception* thrown) {
    return Diagnostic::error(thrown ? thrown->what() : "no exception").remedy("report it");
};

template <class Error, class Function>
Error caught(Function&& function) {
    try {
        function();
    } catch (const Error& error) {
        return error;
    }
    FAIL("nothing of that sort was thrown");
    throw std::logic_error("unreachable");
}

}  // namespace

TEST_CASE("attribute_to: what a diagnostic leaves open is filled in, and nothing else") {
    const Attribution who{"load/gravity", "/beam", line_mark(2)};
    const Diagnostic open = attribute_to(Diagnostic::error("wrong"), who);
    CHECK(open.plugin == "load/gravity");
    CHECK(open.node_path == "/beam");
    CHECK(open.where.line == 2);
    const Diagnostic own =
        attribute_to(Diagnostic::error("wrong").at(line_mark(3)).on("/bar", "load/hand"), who);
    CHECK(own.plugin == "load/hand");
    CHECK(own.node_path == "/bar");
    CHECK(own.where.line == 3);
}

TEST_CASE("attribute_to: a file that a diagnostic names stays where nobody knows a place") {
    const Diagnostic told = attribute_to(Diagnostic::error("wrong").at(line_mark(0)), {});
    REQUIRE(told.where.source);
    CHECK(told.where.source->name == "beam.yaml");
}

TEST_CASE("attribute_errors_to: errors keep their sort") {
    const Attribution who{"load/gravity", "/beam", line_mark(2)};
    const auto input = caught<InputError>([&] {
        attribute_errors_to(
            who, [] { throw InputError({}, "a mistake"); }, explained);
    });
    CHECK(input.diagnostics().at(0).message == "a mistake");
    CHECK(input.diagnostics().at(0).plugin == "load/gravity");
    const auto failed = caught<ComputationError>([&] {
        attribute_errors_to(
            who, [] { throw ComputationError("it failed"); }, explained);
    });
    CHECK(failed.diagnostic().message == "it failed");
    CHECK(failed.diagnostic().node_path == "/beam");
}

TEST_CASE("attribute_errors_to: anything else becomes a ComputationError in words") {
    const Attribution who{"load/gravity", "/beam", line_mark(2)};
    const auto foreign = caught<ComputationError>([&] {
        attribute_errors_to(
            who, [] { throw std::runtime_error("oh"); }, explained);
    });
    CHECK(foreign.diagnostic().message == "oh");
    CHECK(foreign.diagnostic().remedy == "report it");
    CHECK(foreign.diagnostic().where.line == 2);
    const auto odd = caught<ComputationError>([&] {
        attribute_errors_to(
            who, [] { throw 3; }, explained);
    });
    CHECK(odd.diagnostic().message == "no exception");
}

TEST_CASE("attribute_errors_to: memory that runs out passes, or is reported in somebody's name") {
    const Attribution who{"mesh/file", "/beam", line_mark(1)};
    const auto run_out = [] { throw std::bad_alloc(); };
    CHECK_THROWS_AS(attribute_errors_to(who, run_out, explained), std::bad_alloc);
    const auto told = caught<ComputationError>([&] { attribute_lack_of_memory_to(who, run_out); });
    CHECK(told.diagnostic().message == "the memory of this machine does not suffice");
    CHECK(told.diagnostic().plugin == "mesh/file");
    CHECK_THROWS_AS(attribute_lack_of_memory_to(who, [] { throw std::logic_error("oh"); }),
                    std::logic_error);
}

TEST_CASE("Diagnostic: built piece by piece, what is not said stays empty") {
    const Diagnostic told = Diagnostic::warning("slow").remedy("use fewer").on("/beam");
    CHECK(told.severity == Severity::warning);
    CHECK(told.message == "slow");
    CHECK(told.remedy == "use fewer");
    CHECK(told.node_path == "/beam");
    CHECK(told.plugin.empty());
    CHECK_FALSE(told.where.known());
}
