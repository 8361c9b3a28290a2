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

TEST_CASE("ways in: what has left keeps its way for its return, within a search") {
    WaysIn ways;
    ways.begin_step();
    ways.look({through(5, 1), through(6, 2)});
    ways.look({through(7, 2)});
    auto now = ways.between(0, 0, 4);
    CHECK(now[0].triangle == -1);
    CHECK((now[1].triangle == 5 && !now[1].is_inside));
    CHECK((now[2].triangle == 7 && now[2].is_inside));
    const long before = ways.revision();
    ways.begin_solve();
    CHECK(ways.between(0, 0, 4)[2].triangle == -1);
    CHECK(ways.revision() > before);
    ways.begin_step();  // with as little as before
    CHECK(ways.revision() == before + 1);
}

TEST_CASE("ways in: searches and steps begin with what the last have ended with") {
    WaysIn ways;
    ways.begin_step();
    ways.end_solve({through(5, 1)});
    ways.look({through(6, 1), through(8, 3)});  // of a search that fails
    ways.begin_solve();
    CHECK(ways.between(0, 0, 4)[1].triangle == 5);
    CHECK(ways.between(0, 0, 4)[3].triangle == -1);
    ways.begin_step();  // the step fails, and is tried again
    CHECK(ways.between(0, 0, 4)[1].triangle == -1);
    ways.accept({through(9, 3)});
    ways.begin_step();
    CHECK((ways.between(0, 0, 4)[3].triangle == 9 && ways.between(0, 0, 4)[3].is_inside));
}

TEST_CASE("ways in: bodies are told apart, and an archive keeps what is accepted") {
    WaysIn ways, again;
    ways.accept({through(1, 0, 0, 1), through(2, 0, 1, 0), through(3, 1, 1, 1)});
    Archive archive;
    ways.save(archive, "contact");
    again.accept({through(4, 2, 0, 0)});
    again.restore(archive, "contact");
    again.begin_step();
    CHECK(again.between(0, 0, 3)[2].triangle == -1);
    CHECK(again.between(0, 1, 3)[0].triangle == 1);
    CHECK(again.between(1, 0, 3)[0].triangle == 2);
    CHECK(again.between(1, 1, 3)[1].triangle == 3);
    CHECK(again.between(1, 1, 3)[0].triangle == -1);
}
