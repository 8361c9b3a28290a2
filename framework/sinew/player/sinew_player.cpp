#include <sinew/player/sinew_player.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <new>
#include <sinew/player/player.hpp>

/// A player behind the C interface. Messages have a place of their own, so that none allocates.
struct sinew_player {
    explicit sinew_player(const char* file)
        : player(sinew::player::read_model(file)), forces(player.model().size()) {}

    sinew::player::Player player;
    sinew::Vector forces;
    char message[256] = "";
};

namespace {

using namespace sinew;
using player::Failure;
using player::FileError;

thread_local char open_message[1024] = "";

int fail_open(int status, const char* message) {
    std::snprintf(open_message, sizeof open_message, "%s", message);
    return status;
}

int status_of(FileError::Kind kind) {
    switch (kind) {
        case FileError::Kind::not_there:
            return SINEW_PLAYER_NO_FILE;
        case FileError::Kind::foreign:
            return SINEW_PLAYER_FOREIGN_FILE;
        case FileError::Kind::other_version:
            return SINEW_PLAYER_OTHER_VERSION;
        case FileError::Kind::damaged:
            break;
    }
    return SINEW_PLAYER_DAMAGED_FILE;
}

const char* describe(Failure::Kind kind) {
    switch (kind) {
        case Failure::Kind::inverted:
            return "an element is inverted";
        case Failure::Kind::not_finite:
            return "a force is not finite";
        case Failure::Kind::not_definite:
            return "the tangent is not definite";
        case Failure::Kind::cancelled:
            return "vectors of the rig's poses cancel each other there";
        case Failure::Kind::root_rotates:
            return "the root turns, and that of the scene's clip does not";
        case Failure::Kind::not_converged:
        case Failure::Kind::none:
            break;
    }
    return "it did not converge";
}

int fail_argument(sinew_player& player, const char* name) {
    std::snprintf(player.message, sizeof player.message, "%s is null", name);
    return SINEW_PLAYER_BAD_ARGUMENT;
}

int fail_not_finite(sinew_player& player) {
    std::snprintf(player.message, sizeof player.message, "the force is not finite");
    return SINEW_PLAYER_BAD_ARGUMENT;
}

int fail_index(sinew_player& player, const char* name, int index, Index n) {
    std::snprintf(player.message, sizeof player.message, "there is no %s %d: there are %ld, from 0",
                  name, index, long(n));
    return SINEW_PLAYER_BAD_ARGUMENT;
}

const char* remedy(const sinew_player& player, Failure::Kind kind) {
    switch (kind) {
        case Failure::Kind::cancelled:
            return "name a pose near it in `poses` of the scene's formulation";
        case Failure::Kind::root_rotates:
            return "export the scene with inertia: {tolerance: 0.03} of the reduction";
        case Failure::Kind::inverted:
            if (player.player.model().posed)
                return "a pose that bends the body less, weaker forces or a shorter step of the "
                       "scene may help";
            [[fallthrough]];
        default:
            return "weaker forces or a shorter step of the scene may help";
    }
}

int fail_evaluation(sinew_player& player, const char* what, const Failure& failure) {
    char element[32] = "";
    if (failure.element >= 0)
        std::snprintf(element, sizeof element, " (element %ld)", failure.element);
    std::snprintf(player.message, sizeof player.message, "%s at %.6g s failed: %s%s; %s", what,
                  player.player.time(), describe(failure.kind), element,
                  remedy(player, failure.kind));
    return SINEW_PLAYER_STEP_FAILED;
}

}  // namespace

int sinew_player_open(const char* file, sinew_player** player) {
    if (player == nullptr) return fail_open(SINEW_PLAYER_BAD_ARGUMENT, "player is null");
    *player = nullptr;
    if (file == nullptr) return fail_open(SINEW_PLAYER_BAD_ARGUMENT, "file is null");
    try {
        *player = new sinew_player(file);
        return SINEW_PLAYER_OK;
    } catch (const FileError& error) {
        return fail_open(status_of(error.kind), error.what());
    } catch (const std::bad_alloc&) {
        return fail_open(SINEW_PLAYER_OUT_OF_MEMORY, "there is not enough memory for the model");
    } catch (const std::exception& error) {
        return fail_open(SINEW_PLAYER_DAMAGED_FILE, error.what());
    }
}

void sinew_player_close(sinew_player* player) {
    delete player;
}

const char* sinew_player_message(const sinew_player* player) {
    return player ? player->message : open_message;
}

int sinew_player_n_coordinates(const sinew_player* player) {
    return player ? int(player->player.model().size()) : 0;
}

int sinew_player_n_nodes(const sinew_player* player) {
    return player ? int(player->player.model().n_nodes()) : 0;
}

int sinew_player_n_points(const sinew_player* player) {
    return player ? int(player->player.model().surface.n_points()) : 0;
}

int sinew_player_n_triangles(const sinew_player* player) {
    return player ? int(player->player.model().surface.triangles.size() / 3) : 0;
}

const int* sinew_player_triangles(const sinew_player* player) {
    return player ? player->player.model().surface.triangles.data() : nullptr;
}

double sinew_player_time_step(const sinew_player* player) {
    return player ? player->player.model().step : 0;
}

double sinew_player_time(const sinew_player* player) {
    return player ? player->player.time() : 0;
}

int sinew_player_reset(sinew_player* player) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    player->player.reset();
    return SINEW_PLAYER_OK;
}

int sinew_player_n_parameters(const sinew_player* player) {
    return player && player->player.model().posed
               ? int(player->player.model().posed->n_parameters())
               : 0;
}

const char* sinew_player_parameter_name(const sinew_player* player, int parameter) {
    if (parameter < 0 || parameter >= sinew_player_n_parameters(player)) return nullptr;
    return player->player.model().posed->rig().names[std::size_t(parameter)].c_str();
}

int sinew_player_clip(const sinew_player* player, long step, double* parameters) {
    if (sinew_player_n_parameters(player) == 0 || step < 0 || !parameters)
        return SINEW_PLAYER_BAD_ARGUMENT;
    const Eigen::MatrixXd& clip = player->player.model().posed->clip();
    const Index column = std::min<Index>(step, clip.cols() - 1);
    std::copy_n(clip.col(column).data(), clip.rows(), parameters);
    return SINEW_PLAYER_OK;
}

int sinew_player_set_pose(sinew_player* player, const double* parameters, int n) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    if (!parameters) return fail_argument(*player, "parameters");
    const int n_parameters = sinew_player_n_parameters(player);
    if (n_parameters == 0) {
        std::snprintf(player->message, sizeof player->message,
                      "the model has no rig whose pose could be set");
        return SINEW_PLAYER_BAD_ARGUMENT;
    }
    if (n != n_parameters) {
        std::snprintf(player->message, sizeof player->message,
                      "a pose of %d parameters, and the rig has %d", n, n_parameters);
        return SINEW_PLAYER_BAD_ARGUMENT;
    }
    for (int k = 0; k < n; ++k) {
        if (std::isfinite(parameters[k])) continue;
        std::snprintf(player->message, sizeof player->message, "parameter %d (%s) is no number", k,
                      sinew_player_parameter_name(player, k));
        return SINEW_PLAYER_BAD_ARGUMENT;
    }
    player->player.set_pose(Eigen::Map<const Vector>(parameters, n));
    return SINEW_PLAYER_OK;
}

int sinew_player_add_node_force(sinew_player* player, int node, const double force[3]) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    const Index n = player->player.model().n_nodes();
    if (node < 0 || node >= n) return fail_index(*player, "node", node, n);
    if (!force) return fail_argument(*player, "force");
    if (!Eigen::Map<const Eigen::Vector3d>(force).allFinite()) return fail_not_finite(*player);
    player->player.add_node_force(node, Eigen::Map<const Eigen::Vector3d>(force));
    return SINEW_PLAYER_OK;
}

int sinew_player_add_point_force(sinew_player* player, int point, const double force[3]) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    const Index n = player->player.model().surface.n_points();
    if (point < 0 || point >= n) return fail_index(*player, "point of the surface", point, n);
    if (!force) return fail_argument(*player, "force");
    if (!Eigen::Map<const Eigen::Vector3d>(force).allFinite()) return fail_not_finite(*player);
    player->player.add_point_force(point, Eigen::Map<const Eigen::Vector3d>(force));
    return SINEW_PLAYER_OK;
}

int sinew_player_clear_forces(sinew_player* player) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    player->player.clear_forces();
    return SINEW_PLAYER_OK;
}

int sinew_player_step(sinew_player* player) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    if (const Failure failure = player->player.step())
        return fail_evaluation(*player, "the step", failure);
    return SINEW_PLAYER_OK;
}

int sinew_player_node(const sinew_player* player, int node, double position[3],
                      double velocity[3]) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    if (node < 0 || node >= player->player.model().n_nodes()) return SINEW_PLAYER_BAD_ARGUMENT;
    if (position) Eigen::Map<Eigen::Vector3d>{position} = player->player.node_position(node);
    if (velocity) Eigen::Map<Eigen::Vector3d>{velocity} = player->player.node_velocity(node);
    return SINEW_PLAYER_OK;
}

int sinew_player_node_positions(sinew_player* player, double* positions) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    if (!positions) return fail_argument(*player, "positions");
    const Vector& x = player->player.node_positions();
    std::copy_n(x.data(), x.size(), positions);
    return SINEW_PLAYER_OK;
}

int sinew_player_point_positions(sinew_player* player, double* positions) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    if (!positions) return fail_argument(*player, "positions");
    player->player.surface_positions(positions);
    return SINEW_PLAYER_OK;
}

int sinew_player_state(const sinew_player* player, double* q, double* v, double* a) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    const player::Motion& motion = player->player.motion();
    if (q) std::copy_n(motion.q.data(), motion.q.size(), q);
    if (v) std::copy_n(motion.v.data(), motion.v.size(), v);
    if (a) std::copy_n(motion.a.data(), motion.a.size(), a);
    return SINEW_PLAYER_OK;
}

int sinew_player_internal_forces(sinew_player* player, double* forces) {
    if (!player) return SINEW_PLAYER_BAD_ARGUMENT;
    if (!forces) return fail_argument(*player, "forces");
    if (const Failure failure = player->player.internal_forces(player->forces))
        return fail_evaluation(*player, "the forces", failure);
    std::copy_n(player->forces.data(), player->forces.size(), forces);
    return SINEW_PLAYER_OK;
}
