// A value of the wrong shape is one mistake; those inside of it are reported beside it.
#include <algorithm>
#include <catch2/catch.hpp>

#include "graph_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("graph: what is inside a value of the wrong shape is read, too") {
    struct Case {
        const char* slots;
        const char* shape;  ///< what is said of the value itself
    };
    // Each holds a length in kilograms.
    for (const Case& one : {
             Case{"part: [{type: recorder, size: 3 kg}]", "'part' takes {type: ...}, not a list"},
             Case{"parts: {type: recorder, size: 3 kg}", "'parts' takes a list, not a map"},
             Case{"part: {inner: {type: recorder, size: 3 kg}}", "'part' does not say its type"},
             Case{"part: {type: pikcy, inner: {type: recorder, size: 3 kg}}",
                  "no plugin part/pikcy"},
             Case{"part: {type: 7, others: [{type: recorder, size: 3 kg}]}", "no plugin part/7"},
             Case{"part: {type: picky, inner: [{type: recorder, size: 3 kg}]}",
                  "inner: expected a map with the type of a part plugin, got a list"},
             Case{"part: {type: picky, others: {type: recorder, size: 3 kg}}",
                  "others: expected a list of objects of kind part, got a map"},
             Case{"part: {type: picky, inner: {inner: {type: recorder, size: 3 kg}}}",
                  "inner: expected a map with the type of a part plugin"},
             Case{"part: {type: picky, inner: {type: pikcy, inner: {type: recorder, size: 3 kg}}}",
                  "no plugin part/pikcy"},
             Case{"part: {type: picky, inner: 5, others: [{type: recorder, size: 3 kg}]}",
                  "inner: expected a map with the type of a part plugin"},
             Case{"spot: [{radius: 3 kg}]", "spot: expected a map of parameters, got a list"},
         }) {
        CAPTURE(one.slots);
        const auto mistakes = mistakes_in("  - node: a\n    " + std::string(one.slots) + "\n");
        REQUIRE(mistakes.size() == 2);
        const auto says = [&](const std::string& words) {
            return std::any_of(mistakes.begin(), mistakes.end(), [&](const Diagnostic& found) {
                return found.message.find(words) != std::string::npos;
            });
        };
        CHECK(says(one.shape));
        CHECK(says("'3 kg' is in kg where m is expected"));
    }
}

TEST_CASE("graph: a text or a number in the place of an object is one mistake") {
    for (const char* slot : {"part: 3", "part: other", "parts: 3"}) {
        CAPTURE(slot);
        CHECK(mistakes_in("  - node: a\n    " + std::string(slot) + "\n").size() == 1);
    }
}
