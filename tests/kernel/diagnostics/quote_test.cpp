#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>

using namespace sinew;

TEST_CASE("quote: a text is cut to 60 characters, a word of a message to 200") {
    CHECK(quote(std::string(61, 'a')) == "'" + std::string(60, 'a') + "...'");
    const std::string whole = "a message of many words " + std::string(200, 'b') + " stays";
    CHECK(shortened(whole) == whole);
    CHECK(shortened("no " + std::string(201, 'b') + " here") ==
          "no " + std::string(200, 'b') + "... here");
    CHECK(shortened("'" + std::string(500, 'b') + "'") == "'" + std::string(199, 'b') + "...'");
}

TEST_CASE("quote: characters are not cut in two, and paths stay whole") {
    std::string umlauts;
    for (int k = 0; k < 300; ++k) umlauts += "\u00fc";
    CHECK(n_characters(shortened(umlauts)) == 203);
    std::string path;
    for (int k = 0; k < 100; ++k) path += "/folder";
    CHECK(shortened("cannot write into " + path) == "cannot write into " + path);
}

TEST_CASE("quote: a diagnostic quotes at most 200 characters of what it was given") {
    Diagnostic diagnostic =
        Diagnostic::error("there is no plugin material/" + std::string(30000, 'a'))
            .remedy("did you mean '" + std::string(30000, 'b') + "'?");
    CHECK(format(diagnostic).size() < 500);
}

TEST_CASE("quote: UTF-8 is told from other encodings, and from what decodes to no character") {
    CHECK(is_utf8(""));
    CHECK(is_utf8("h\u00fcfte \u20ac \U0001f600"));
    for (const std::string wrong : {"fl\xf6te", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80",
                                    "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\x80"}) {
        CAPTURE(wrong.size(), int(static_cast<unsigned char>(wrong[0])));
        CHECK_FALSE(is_utf8(wrong));
        CHECK(printable("\xed\xa0\x80") == "???");
    }
}
