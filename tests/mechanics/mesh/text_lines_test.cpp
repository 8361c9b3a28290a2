#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <sstream>

using namespace sinew;
using Catch::Contains;

namespace {

/// What counting the first line's word says, as "name:line: message | remedy"; the number if it is
/// right. Each thing takes 4 bytes.
std::string counted(const std::string& text) {
    std::istringstream in(text);
    TextLines lines(in, "a.txt");
    lines.next();
    try {
        return std::to_string(lines.count(lines.line(), "things", 4));
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        return d.where.source->name + ":" + std::to_string(d.where.line) + ": " + d.message +
               " | " + d.remedy;
    }
}

}  // namespace

TEST_CASE("text lines: a count is whole, of 31 bits, and no more than the file can hold") {
    CHECK(counted("2\nab \ncd \n") == "2");
    CHECK(counted("3\nab \ncd ") == "3");  // reading says where it ends
    CHECK(counted("0") == "0");
    CHECK(counted("1000000000\nab \ncd \n") ==
          "a.txt:1: 1000000000 things are promised, and the 8 bytes behind this line can hold 2 | "
          "the file was cut off, or the number is wrong: copy or export it again");
    for (const char* wrong : {"-1", "4294967296", "99999999999999999999", "1.5", "x"})
        CHECK_THAT(counted(std::string(wrong) + "\nab \n"),
                   Contains(std::string("a.txt:1: expected the number of things, got '") + wrong +
                            "' | a whole number from 0 to 2147483647"));
}

TEST_CASE("text lines: the lines behind a count are still there") {
    std::istringstream in("1\nabcd\n");
    TextLines lines(in, "a.txt");
    lines.next();
    CHECK(lines.count("1", "things", 4) == 1);
    REQUIRE(lines.next());
    CHECK(lines.line() == "abcd");
}
