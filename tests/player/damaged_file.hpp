/// Files of models whose parts do not fit each other.
#pragma once

#include <catch2/catch.hpp>

#include "exported.hpp"

namespace sinew::test {

/// Checks that a player refuses the model as damaged, and names the part.
inline void expect_damaged(const Archive& changed, const std::string& key) {
    const WorkFolder folder;
    write_archive(folder.path("changed.h5"), changed);
    sinew_player* player = nullptr;
    CAPTURE(key);
    CHECK(sinew_player_open(folder.path("changed.h5").c_str(), &player) ==
          SINEW_PLAYER_DAMAGED_FILE);
    CHECK_THAT(sinew_player_message(nullptr), Catch::Contains(key));
    sinew_player_close(player);
}

}  // namespace sinew::test
