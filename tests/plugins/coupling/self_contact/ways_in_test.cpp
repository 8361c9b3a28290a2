#include "self_contact/ways_in.hpp"

#include <catch2/catch.hpp>

using namespace sinew;

namespace {

SkinHit through(int triangle, int node, int body = 0, int other = 0) {
    SkinHit hit;
    hit.body = body;
    hit.node = node;
    hit.other = other;
    hit.place.triangle = triangle;
    return hit;
}

}  // namespace

TEST_CASE("ways in: a step begins with what the last one has ended with") {
    WaysIn ways;
    ways.commit({through(5, 1)});
    CHECK(ways.between(0, 0, 4)[1] == -1);
    const long before = ways.revision();
    ways.begin_step();
    CHECK(ways.between(0, 0, 4)[1] == 5);
    CHECK(ways.between(0, 0, 4)[3] == -1);
    CHECK(ways.revision() > before);
    ways.commit({through(9, 3)});
    ways.begin_step();
    CHECK(ways.between(0, 0, 4)[1] == -1);
    CHECK(ways.between(0, 0, 4)[3] == 9);
    const long known = ways.revision();
    ways.begin_step();  // the step fails, and is tried again
    CHECK(ways.revision() == known);
}

TEST_CASE("ways in: bodies are told apart, and an archive keeps what is accepted") {
    WaysIn ways, again;
    ways.commit({through(1, 0, 0, 1), through(2, 0, 1, 0), through(3, 1, 1, 1)});
    Archive archive;
    ways.save(archive, "contact");
    again.commit({through(4, 2, 0, 0)});
    again.restore(archive, "contact");
    again.begin_step();
    CHECK(again.between(0, 0, 3)[2] == -1);
    CHECK(again.between(0, 1, 3)[0] == 1);
    CHECK(again.between(1, 0, 3)[0] == 2);
    CHECK(again.between(1, 1, 3)[1] == 3);
    CHECK(again.between(1, 1, 3)[0] == -1);
}
