/* Plays a character along its clip: sinew export SCENE.yaml && ./character SCENE.h5 NODE STEPS
 * Prints the time [s] and the position of a node [m] after each step. */
#include <sinew/player/sinew_player.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(sinew_player* body, const char* message) {
    fprintf(stderr, "%s\n", message);
    sinew_player_close(body);
    return 2;
}

int main(int argc, char** argv) {
    sinew_player* body = NULL;
    double x[3];
    if (argc != 4) return fail(NULL, "usage: character MODEL.h5 NODE STEPS");
    if (sinew_player_open(argv[1], &body) != SINEW_PLAYER_OK)
        return fail(NULL, sinew_player_message(NULL));
    const int n = sinew_player_n_parameters(body), node = atoi(argv[2]);
    double* p = (double*)calloc((size_t)n + 1, sizeof(double));
    for (long k = 1; p && k <= atol(argv[3]); ++k) {
        sinew_player_clip(body, k, p); /* here an engine puts its own pose */
        if (sinew_player_set_pose(body, p, n) || sinew_player_step(body))
            return fail(body, sinew_player_message(body));
        if (sinew_player_node(body, node, x, NULL)) return fail(body, "there is no such node");
        printf("%.17g %.17g %.17g %.17g\n", sinew_player_time(body), x[0], x[1], x[2]);
    }
    free(p);
    sinew_player_close(body);
    return 0;
}
