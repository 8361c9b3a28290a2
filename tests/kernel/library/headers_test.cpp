#include <bare_text.hpp>
#include <catch2/catch.hpp>
#include <sinew/kernel/library/headers.hpp>

using namespace sinew;
using detail::header_mismatch;
using detail::Headers;
using detail::read_headers;
using stamp::bare_text;

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

const char* host_has(const std::string& library) {
    if (library != "kernel") return nullptr;
    return "sinew headers 1\n01 sinew/kernel/a.hpp\n02 sinew/kernel/b.hpp\nend 2\n";
}

}  // namespace

TEST_CASE("headers: a list is read whole or not at all") {
    const std::string whole = host_has("kernel");
    CHECK(read_headers(whole) ==
          Headers{{"sinew/kernel/a.hpp", "01"}, {"sinew/kernel/b.hpp", "02"}});
    CHECK(read_headers("sinew headers 1\nend 0\n") == Headers{});
    for (std::size_t kept = 0; kept < whole.size() - 1; ++kept) {
        INFO("the first " << kept << " characters");
        CHECK_FALSE(read_headers(whole.substr(0, kept)));
    }
    CHECK_FALSE(read_headers("sinew headers 2\nend 0\n"));
    CHECK_FALSE(read_headers("sinew headers 1\n01 sinew/kernel/a.hpp\nend 2\n"));
}

TEST_CASE("headers: what differs is named with both sides, and no more than three of them") {
    CHECK(header_mismatch({{"sinew/kernel/a.hpp", "01"}}, host_has).empty());
    CHECK(header_mismatch({}, host_has).empty());
    CHECK(header_mismatch({{"sinew/kernel/a.hpp", "01"}, {"sinew/kernel/b.hpp", "03"}}, host_has) ==
          "<sinew/kernel/b.hpp>: the host has 02, the plugin 03");
    CHECK(header_mismatch({{"sinew/gltf/c.hpp", "04"}}, host_has) ==
          "<sinew/gltf/c.hpp>: the host has none, the plugin 04");
    CHECK_THAT(
        header_mismatch({{"sinew/kernel/a.hpp", "5"},
                         {"sinew/kernel/b.hpp", "6"},
                         {"sinew/kernel/c.hpp", "7"},
                         {"sinew/kernel/d.hpp", "8"},
                         {"sinew/kernel/e.hpp", "9"}},
                        host_has),
        Catch::EndsWith("<sinew/kernel/c.hpp>: the host has none, the plugin 7; and 2 more"));
}

TEST_CASE("bare text: comments and whitespace go, words and literals stay") {
    CHECK(bare_text("int  a ; // one\n  int /* two */ b;\n") == "int a;int b;");
    CHECK(bare_text("f( a,\n   b )") == bare_text("f(a, b)"));
    CHECK(bare_text("unsigned/**/int") == "unsigned int");
    CHECK(bare_text("s = \"a  // b\\\"  c\"; // d") == "s=\"a  // b\\\"  c\";");
    CHECK(bare_text("c = '\"'; d = 1'000; // e") == "c='\"';d=1'000;");
    CHECK(bare_text("R\"x(a // \" b)x\" // c") == "R\"x(a // \" b)x\"");
    CHECK(bare_text("/* ends nowhere") == "");
    CHECK(bare_text("// goes \\\non\nint a;") == "int a;");
}

TEST_CASE("bare text: tokens that would merge stay apart") {
    const Pairs different = {
        {"a - -b", "a --b"},
        {"a + +b", "a ++b"},
        {"a-/**/-b", "a--b"},
        {"a -\n-b", "a--b"},
        {"a & &b", "a && b"},
        {"A<B<int> > c", "A<B<int>> c"},
        {"a = = b", "a == b"},
        {"a / *b; /* c */ d", "a /*b; /* c */ d"},
        {"f(1 .5)", "f(1.5)"},
        {"f(1. 5)", "f(1.5)"},
        {"f(1 . 5)", "f(1.5)"},
        {"f(1. f)", "f(1.f)"},
        {"f(0xe +1)", "f(0xe+1)"},
        {"f(.5e -1)", "f(.5e-1)"},
        {"f(R \"(a)\")", "f(R\"(a)\")"},
        {"f(\"a\" b)", "f(\"a\"b)"},
        {"a b", "a\\\nb"},
    };
    for (const auto& [one, other] : different) {
        CAPTURE(one, other);
        CHECK(bare_text(one) != bare_text(other));
    }
    const Pairs alike = {
        {"size + 1", "size+1"}, {"x = -1", "x=-1"},
        {"* *a", "**a"},        {"class... Args", "class ...Args"},
        {"a.e + 1", "a.e+1"},   {"f(1 + 1)", "f(1+1)"},
    };
    for (const auto& [one, other] : alike) {
        CAPTURE(one, other);
        CHECK(bare_text(one) == bare_text(other));
    }
}

TEST_CASE("bare text: a line in a literal is no directive") {
    CHECK(bare_text("a = R\"(\n#include A\n)\";").find('\n') == std::string::npos);
    CHECK(bare_text("R\"(\n)\"") != bare_text("R\"( )\""));
}

TEST_CASE("bare text: a directive keeps its line and its spaces") {
    CHECK(bare_text("int a;\n  # include  <x.hpp> // why\nint b;\n") ==
          "int a;\n# include <x.hpp>\nint b;");
    CHECK(bare_text("#define F (x)\n") != bare_text("#define F(x)\n"));
    CHECK(bare_text("#define A b \\\n  c\nint d;") == "#define A b c\nint d;");
    CHECK(bare_text("#error don't\nint a; // b") == "#error don't\nint a;");
}
