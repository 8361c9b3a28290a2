/* Plays a character along its clip: sinew export SCENE.yaml && ./character SCENE.h5 NODE STEPS
 * Prints the time [s] and the position of a node [m] after each step. */
#include <sinew/player/sinew_player.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(sinew_player* body, int status) {
    fprintf(stderr, "%s\n", sinew_player_message(body));
    sinew_player_close(body);
    return status;
}

int main(int argc, char** argv) {
    sinew_player* body = NULL;
    double x[3], p[1000];
    if (argc != 4) {
        fprintf(stderr, "usage: character MODEL.h5 NODE STEPS\n");
        return 2;
    }
    if (sinew_player_open(argv[1], &body) != SINEW_PLAYER_OK) return fail(NULL, 2);
    const int n = sinew_player_n_parameters(body);
    if (n > 1000) return fail(body, 2);
    for (long k = 1; k <= atol(argv[3]); ++k) {
        sinew_player_clip(body, k, p); /* here an engine puts its own pose */
        if (sinew_player_set_pose(body, p, n) != SINEW_PLAYER_OK) return fail(body, 2);
        if (sinew_player_step(body) != SINEW_PLAYER_OK) return fail(body, 1);
        sinew_player_node(body, atoi(argv[2]), x, NULL);
        printf("%.17g %.17g %.17g %.17g\n", sinew_player_time(body), x[0], x[1], x[2]);
    }
    sinew_player_close(body);
    return 0;
}
