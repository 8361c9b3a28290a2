/* Steps reduced models that `sinew export` wrote: bodies in a subspace of their displacements.
 *
 * Lengths are in m, times in s, forces in N; a vector is x y z in the world. Functions that can
 * fail return SINEW_PLAYER_OK or what is wrong; sinew_player_message says it in words. Players are
 * independent of each other; one player serves one thread at a time, and files are opened by one
 * thread at a time, as HDF5 asks. Only sinew_player_open allocates memory.
 */
#ifndef SINEW_PLAYER_H
#define SINEW_PLAYER_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sinew_player sinew_player;

enum sinew_player_status {
    SINEW_PLAYER_OK = 0,
    SINEW_PLAYER_BAD_ARGUMENT = 1,  /* a null pointer, an index out of range, a pose that is none */
    SINEW_PLAYER_NO_FILE = 2,       /* the file cannot be read */
    SINEW_PLAYER_FOREIGN_FILE = 3,  /* the file is no reduced model */
    SINEW_PLAYER_DAMAGED_FILE = 4,  /* the file was cut off or changed */
    SINEW_PLAYER_OTHER_VERSION = 5, /* the file is of a format that this player does not read */
    SINEW_PLAYER_OUT_OF_MEMORY = 6,
    SINEW_PLAYER_STEP_FAILED = 7    /* the state is that before the step */
};

/* Opens a model at its start and sets *player, which is null if it fails. */
int sinew_player_open(const char* file, sinew_player** player);
/* Closes a player; null is allowed. */
void sinew_player_close(sinew_player* player);
/* Words for the last failure of the player; of the last sinew_player_open of this thread if
 * `player` is null. They stay until the next failure. */
const char* sinew_player_message(const sinew_player* player);

/* Numbers r of coordinates, of nodes, and of points and triangles of the surface that the body
 * carries, else of its skin. */
int sinew_player_n_coordinates(const sinew_player* player);
int sinew_player_n_nodes(const sinew_player* player);
int sinew_player_n_points(const sinew_player* player);
int sinew_player_n_triangles(const sinew_player* player);
/* Three points a triangle, from 0. */
const int* sinew_player_triangles(const sinew_player* player);
/* Length of a step, and time since the start [s]. */
double sinew_player_time_step(const sinew_player* player);
double sinew_player_time(const sinew_player* player);

/* Parameters of the rig that the body goes with (0 if it has none), and their names. */
int sinew_player_n_parameters(const sinew_player* player);
const char* sinew_player_parameter_name(const sinew_player* player, int parameter);
/* Parameters of the scene's clip at the end of a step, from 0, the start; the last ones after its
 * end. Its failures leave the player's words as they are. */
int sinew_player_clip(const sinew_player* player, long step, double* parameters);
/* The pose at the ends of the steps to come, in SI units: of each joint a turn as axis times angle,
 * x y z [rad] along the joint's own axes at rest, then a move, x y z along the axes of its parent
 * [m], or of the skeleton's node for a root: both in the frame of that node, with its scale. The
 * first pose after the start gives the body the rig's velocity; later jumps of the pose are kicks.
 * At first, and after a reset, it is that of the start; one that a step has failed for stays until
 * another is set. */
int sinew_player_set_pose(sinew_player* player, const double* parameters, int n);

/* Back to the start, without added forces. */
int sinew_player_reset(sinew_player* player);
/* Lets a force [N] act on a node, or a point of the surface, beside those that act already, in all
 * steps until sinew_player_clear_forces. Loads of the scene act by themselves. */
int sinew_player_add_node_force(sinew_player* player, int node, const double force[3]);
int sinew_player_add_point_force(sinew_player* player, int point, const double force[3]);
int sinew_player_clear_forces(sinew_player* player);
/* One step. */
int sinew_player_step(sinew_player* player);

/* Position [m] and velocity [m/s] of a node; cost grows with r, and on a rig with the number of
 * poses. Before the first step of a body on a rig velocities leave the rig's own motion out. Its
 * failures leave the player's words as they are. */
int sinew_player_node(const sinew_player* player, int node, double position[3],
                      double velocity[3]);
/* Positions [m] of all nodes, or of all points of the surface: 3 numbers each. */
int sinew_player_node_positions(sinew_player* player, double* positions);
int sinew_player_point_positions(sinew_player* player, double* positions);
/* Coordinates, velocities and accelerations, r numbers each; null leaves one out. */
int sinew_player_state(const sinew_player* player, double* q, double* v, double* a);
/* Elastic and damping forces in the coordinates, r numbers. */
int sinew_player_internal_forces(sinew_player* player, double* forces);

#ifdef __cplusplus
}
#endif

#endif
