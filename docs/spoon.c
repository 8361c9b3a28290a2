/* Plays the spoon: sinew export scenes/reduction/spoon.yaml && ./spoon spoon.h5
 * Prints the time [s] and the position of a node [m] every 10 ms. */
#include <stdio.h>
#include <sinew/player/sinew_player.h>

int main(int argc, char** argv) {
    sinew_player* spoon = NULL;
    double x[3];
    if (argc != 2) {
        fprintf(stderr, "usage: spoon MODEL.h5\n");
        return 2;
    }
    if (sinew_player_open(argv[1], &spoon) != SINEW_PLAYER_OK) {
        fprintf(stderr, "%s\n", sinew_player_message(NULL));
        return 2;
    }
    for (int k = 1; k <= 2000; ++k) {
        if (sinew_player_step(spoon) != SINEW_PLAYER_OK) {
            fprintf(stderr, "%s\n", sinew_player_message(spoon));
            sinew_player_close(spoon);
            return 1;
        }
        sinew_player_node(spoon, 0, x, NULL);
        if (k % 10 == 0)
            printf("%.17g %.17g %.17g %.17g\n", sinew_player_time(spoon), x[0], x[1], x[2]);
    }
    sinew_player_close(spoon);
    return 0;
}
