/* c_interface GAMES: plays uniform random games of Trictrac through the table
 * of functions and prints how many a second. */
#define _POSIX_C_SOURCE 199309L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "random.h"
#include "trictrac.h"

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int argc, char** argv) {
  long games = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
  uint64_t state[TRICTRAC_STATE_SIZE], actions[TRICTRAC_MAX_NUM_ACTIONS];
  Random random = {1};
  double start = now();
  for (long game = 0; game < games; game++) {
    trictrac_game.init(NULL, state);
    while (!trictrac_game.is_terminal(state)) {
      uint64_t count = trictrac_game.get_valid_actions(state, actions);
      trictrac_game.apply_action(state, actions[random_below(&random, count)]);
    }
  }
  double seconds = now() - start;
  printf("{\"games_per_second\": %.1f}\n", (double)games / seconds);
  return 0;
}
