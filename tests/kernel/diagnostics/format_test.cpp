#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

using namespace sinew;

namespace {

SourceMark mark(const std::string& text, int line, int column, int length,
                const std::string& name = "beam.yaml") {
    return {std::make_shared<SourceText>(SourceText{name, text}), line, column, length};
}

}  // namespace

TEST_CASE("format: shows the place, the line with a caret, node, plugin and remedy") {
    Diagnostic diagnostic;
    diagnostic.message = "material/neo_hookean has no parameter 'yuong'";
    diagnostic.remedy = "did you mean 'young'?";
    diagnostic.where = mark("sinew: 1\nmaterial: {yuong: 1 MPa}\n", 2, 12, 5);
    diagnostic.node_path = "/beam";
    diagnostic.plugin = "material/neo_hookean";
    CHECK(format(diagnostic) ==
          "beam.yaml:2:12: error: material/neo_hookean has no parameter 'yuong'\n"
          "    2 | material: {yuong: 1 MPa}\n"
          "      |            ^~~~~\n"
          "  node: /beam\n"
          "  plugin: material/neo_hookean\n"
          "  remedy: did you mean 'young'?");
}

TEST_CASE("format: a diagnostic without a place is its message") {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::warning;
    diagnostic.message = "nothing moves";
    CHECK(format(diagnostic) == "warning: nothing moves");
}

TEST_CASE("format: a tab before the place moves the caret with it") {
    const InputError error(mark("\tab: x", 1, 6, 1), "wrong");
    CHECK(std::string(error.what()) ==
          "beam.yaml:1:6: error: wrong\n"
          "    1 |     ab: x\n"
          "      |         ^");
}

TEST_CASE("format: columns count characters, not bytes") {
    const InputError error(mark("größe: näher", 1, 8, 5), "wrong");
    CHECK(std::string(error.what()) ==
          "beam.yaml:1:8: error: wrong\n"
          "    1 | größe: näher\n"
          "      |        ^~~~~");
}

TEST_CASE("format: of a very long line, the part around the caret is shown") {
    const std::string line = std::string(5000, 'a') + "HERE" + std::string(5000, 'b');
    const std::string text = format(Diagnostic::error("wrong").at(mark(line, 1, 5001, 4)));
    const std::size_t shown = text.find("HERE");
    REQUIRE(shown != std::string::npos);
    CHECK(text.size() < 300);
    CHECK(text.find("...a") != std::string::npos);
    CHECK(text.find("b...") != std::string::npos);
    const std::size_t line_start = text.rfind('\n', shown);
    const std::size_t caret = text.find('^');
    CHECK(caret - text.rfind('\n', caret) == shown - line_start);
    CHECK(text.substr(caret, 5) == "^~~~");
}

TEST_CASE("format: an underline ends where its line ends") {
    CHECK(std::string(InputError(mark("ab: cd\r\nnext", 1, 5, 50), "wrong").what()) ==
          "beam.yaml:1:5: error: wrong\n"
          "    1 | ab: cd\n"
          "      |     ^~");
}

TEST_CASE("format: a place behind the last character gets its caret there") {
    CHECK(std::string(InputError(mark("ab:", 1, 4, 1), "wrong").what()) ==
          "beam.yaml:1:4: error: wrong\n"
          "    1 | ab:\n"
          "      |    ^");
}

TEST_CASE("format: control characters of the input never reach the terminal") {
    const std::string text = InputError(mark("a: \x1b[31m", 1, 4, 1), "bad '\x1b[31m'").what();
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("bad '?[31m'") != std::string::npos);
}

TEST_CASE("format: an option of the command line is shown as it was typed") {
    const std::string option = "--set time.step=0";
    CHECK(std::string(InputError(mark(option, 1, 17, 1, option), "must be positive").what()) ==
          "--set time.step=0: error: must be positive\n"
          "      | --set time.step=0\n"
          "      |                 ^");
}

TEST_CASE("Diagnostics: throw all that was found at once, warnings included") {
    Diagnostics diagnostics;
    diagnostics.warning({}, "odd");
    CHECK_NOTHROW(diagnostics.throw_if_errors());
    diagnostics.error({}, "first", "mend it");
    diagnostics.error({}, "second");
    CHECK(diagnostics.n_errors() == 2);
    CHECK_THROWS_WITH(diagnostics.throw_if_errors(),
                      "warning: odd\nerror: first\n  remedy: mend it\nerror: second");
}

TEST_CASE("ComputationError: says what to try") {
    CHECK(std::string(ComputationError("the step did not converge", "halve it").what()) ==
          "error: the step did not converge\n  remedy: halve it");
}
