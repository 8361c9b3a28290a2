/// What is no reduced model of this player is refused in words.

#include <catch2/catch.hpp>
#include <cstdio>

#include "exported.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

struct Beam {
    Exported exported{BeamScene().scene()};
    WorkFolder work;

    std::string bytes() const {
        std::ifstream stream(exported.file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// What is wrong with a file of these bytes, and how a player says it.
    std::pair<int, std::string> opened(const std::string& bytes) const {
        return opened_file(work.write("model.h5", bytes));
    }
    static std::pair<int, std::string> opened_file(const std::string& file) {
        sinew_player* player = nullptr;
        const int status = sinew_player_open(file.c_str(), &player);
        const std::string message = sinew_player_message(nullptr);
        CHECK((player == nullptr) == (status != SINEW_PLAYER_OK));
        sinew_player_close(player);
        return {status, message};
    }
    std::pair<int, std::string> opened(const Archive& archive) const {
        write_archive(work.path("model.h5"), archive);
        return opened_file(work.path("model.h5"));
    }
};

}  // namespace

TEST_CASE_METHOD(Beam, "player: a damaged file is refused, wherever the damage is") {
    const std::string whole = bytes();
    CHECK(opened(whole).first == SINEW_PLAYER_OK);
    for (const std::size_t place : {whole.size() / 3, whole.size() / 2, whole.size() - 1}) {
        std::string changed = whole;
        changed[place] = char(changed[place] ^ 4);
        const auto [status, message] = opened(changed);
        CHECK(status == SINEW_PLAYER_DAMAGED_FILE);
        CHECK_THAT(message, Contains("is damaged") && Contains("export it again"));
    }
    for (const std::size_t size :
         {std::size_t(20), std::size_t(500), std::size_t(512), whole.size() / 2, whole.size() - 1})
        CHECK(opened(whole.substr(0, size)).first == SINEW_PLAYER_DAMAGED_FILE);
}

TEST_CASE_METHOD(Beam, "player: a file that is none of Sinew's models is refused") {
    CHECK(opened(std::string("sinew: 1\n")).first == SINEW_PLAYER_FOREIGN_FILE);
    CHECK(opened(bytes().substr(512)).first == SINEW_PLAYER_FOREIGN_FILE);
    CHECK(opened(std::string()).first == SINEW_PLAYER_FOREIGN_FILE);
    Archive checkpoint;
    checkpoint.put("run/index", 3.0);
    const auto [status, message] = opened(checkpoint);
    CHECK(status == SINEW_PLAYER_FOREIGN_FILE);
    CHECK_THAT(message, Contains("no reduced model") && Contains("sinew export"));
    CHECK(opened_file(work.path("absent.h5")).first == SINEW_PLAYER_NO_FILE);
    CHECK(opened_file(work.path()).first == SINEW_PLAYER_NO_FILE);
}

TEST_CASE_METHOD(Beam, "player: a file of another version is refused with both numbers") {
    Archive model = exported.model();
    model.put("player/format", std::int64_t(7));
    const auto [status, message] = opened(model);
    CHECK(status == SINEW_PLAYER_OTHER_VERSION);
    CHECK_THAT(message, Contains("format 7") && Contains("reads format 2"));
    std::string other = bytes();
    other.replace(other.find("archive 1"), 9, "archive 2");
    CHECK(opened(other).first == SINEW_PLAYER_OTHER_VERSION);
    model = exported.model();
    model.put("forces/type", std::string("spline"));
    CHECK(opened(model).first == SINEW_PLAYER_OTHER_VERSION);
}

TEST_CASE_METHOD(Beam, "player: data that do not fit each other are refused by their key") {
    const auto refused = [&](const std::string& key, const auto& value) {
        Archive model = exported.model();
        model.put(key, value);
        const auto [status, message] = opened(model);
        CAPTURE(key, message);
        CHECK(status == SINEW_PLAYER_DAMAGED_FILE);
        CHECK_THAT(message, Contains(key));
    };
    refused("size", std::int64_t(0));
    refused("basis/U", Vector(Vector::Zero(7)));
    refused("forces/A4", Vector(Vector::Zero(3)));
    refused("nodes/rest", Vector(Vector::Zero(4)));
    refused("step", 0.0);
    refused("step", std::numeric_limits<double>::quiet_NaN());
    refused("integrator/scheme", std::string("leapfrog"));
    refused("integrator/beta", 0.0);
    refused("damping/tangent", 3.0);
    refused("newton/iterations", std::int64_t(0));
    refused("start/q", Vector(Vector::Zero(2)));
    refused("loads/0/intensity", Vector(Vector::Zero(2)));
    refused("surface/first", std::vector<std::int64_t>{0, 5});
    refused("surface/triangles", std::vector<std::int64_t>{-1, 0, 0});
}

TEST_CASE_METHOD(Beam, "player: wrong arguments are reported, and nothing else happens") {
    const OpenPlayer player(exported.file());
    const double force[3] = {1, 0, 0};
    CHECK(sinew_player_add_node_force(player, 99999, force) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK_THAT(sinew_player_message(player), Contains("there is no node 99999"));
    CHECK(sinew_player_add_point_force(player, -1, force) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK(sinew_player_add_node_force(player, 0, nullptr) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK(sinew_player_node_positions(player, nullptr) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK(sinew_player_step(nullptr) == SINEW_PLAYER_BAD_ARGUMENT);
    CHECK(sinew_player_open("model.h5", nullptr) == SINEW_PLAYER_BAD_ARGUMENT);
    sinew_player_close(nullptr);
    const double wild[3] = {1e200, 0, 0};
    sinew_player_add_node_force(player, 60, wild);
    const State before = player.state();
    int status = SINEW_PLAYER_OK;
    for (int k = 0; k < 10 && status == SINEW_PLAYER_OK; ++k) status = sinew_player_step(player);
    CHECK(status == SINEW_PLAYER_STEP_FAILED);
    CHECK_THAT(sinew_player_message(player), Contains("the step at "));
    CHECK(player.state().q.allFinite());
    sinew_player_reset(player);
    CHECK(same_bits(player.state(), before));
    CHECK(sinew_player_step(player) == SINEW_PLAYER_OK);
}
