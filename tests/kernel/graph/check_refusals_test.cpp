// What plugins declare that they do not work with is found where a scene is read.
#include <catch2/catch.hpp>

#include "graph_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// "line: message" of each mistake in a scene whose slot `keeper` acts on the nodes below.
std::vector<std::string> refusals_in(const std::string& nodes) {
    std::vector<SlotRule> slots = part_slots();
    slots.push_back({"keeper", "part", false, "A part for a subtree", "", nullptr, nullptr});
    slots.back().acts_below = true;
    PluginRegistry plugins{{SINEW_RUN_PLUGIN_DIR}};
    std::vector<std::string> found;
    for (const Diagnostic& one : mistakes_of([&] {
             const SceneGraph graph(
                 parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n" + nodes,
                             "parts.yaml"),
                 plugins, slots);
         }))
        found.push_back(std::to_string(one.where.line) + ": " + one.message);
    return found;
}

using Found = std::vector<std::string>;

const std::string impatient = "{type: picky, patience: {tries: 3}}";
const std::string patient = "{type: picky, patience: {tries: 0}}";
const std::string strict = "{type: picky, strict: true, patience: {tries: 0}}";

std::string with_tries(const std::string& tries) {
    return "{type: picky, patience: {tries: " + tries + "}}";
}

}  // namespace

TEST_CASE("refusals: an object refuses those of its node that have the trait, as it is set") {
    CHECK(refusals_in("  - node: a\n    part: " + impatient + "\n    parts: [" + strict + "]\n") ==
          Found{"5: part/picky of /a is strict"});
    CHECK(refusals_in("  - node: a\n    part: " + patient + "\n    parts: [" + strict + "]\n")
              .empty());
    CHECK(refusals_in("  - node: a\n    part: " + impatient + "\n    parts: [" + patient + "]\n")
              .empty());
    CHECK(refusals_in("  - node: a\n    part: " + impatient + "\n  - {node: b, part: " + strict +
                      "}\n")
              .empty());
}

TEST_CASE("refusals: numbers are compared as numbers, however a scene writes them") {
    const auto found = [](const std::string& tries) {
        return refusals_in("  - node: a\n    part: " + with_tries(tries) + "\n    parts: [" +
                           strict + "]\n");
    };
    for (const std::string none : {"0.0", "2*0", "3-3"}) {
        CAPTURE(none);
        CHECK(found(none).empty());
    }
    for (const std::string some : {"3", "3.0", "2*1"}) {
        CAPTURE(some);
        CHECK(found(some) == Found{"5: part/picky of /a is strict"});
    }
}

TEST_CASE("refusals: what acts on a subtree refuses there, up to where another does") {
    const std::string below =
        "\n    children:\n      - {node: b, children: [{node: c, parts: [" + strict + "]}]}\n";
    CHECK(refusals_in("  - node: a\n    keeper: " + impatient + below) ==
          Found{"5: part/picky of /a/b/c is strict"});
    CHECK(refusals_in("  - node: a\n    part: " + impatient + below).empty());
    CHECK(refusals_in("  - node: a\n    keeper: " + impatient +
                      "\n    children: [{node: b, keeper: " + patient + ", part: " + strict +
                      "}]\n")
              .empty());
}

TEST_CASE("refusals: an object among the parameters of another refuses for it") {
    CHECK(refusals_in("  - node: a\n    part:\n      type: picky\n      patience: {tries: 0}\n"
                      "      others: [" +
                      impatient + "]\n    parts: [" + strict + "]\n") ==
          Found{"8: part/picky of /a is strict"});
}

TEST_CASE("refusals: one that looks at a slot knows what is written there, or its default") {
    const std::string others = "\n    parts: [{type: other}]\n";
    CHECK(refusals_in("  - node: a\n    part: {type: picky}" + others) ==
          Found{"5: part/other of /a has no parts, as part/picky needs them"});
    CHECK(
        refusals_in("  - node: a\n    part: {type: picky, inner: {type: other}}" + others).empty());
    CHECK(refusals_in("  - node: a\n    part:\n      type: picky\n      inner: " + impatient +
                      others) ==
          Found{"7: part/other of /a has no parts, as part/picky needs them"});
}
