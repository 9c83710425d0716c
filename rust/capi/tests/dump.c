/* dump GAMES SEED: random games of Trictrac as JSON lines, for tests/test_capi.py, which
 * plays them again through pyspiel. Each node is the action taken, the current player, how
 * many actions there were, and a hash of all of them with both players' features. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "trictrac.h"

/* FNV-1a, over 32-bit numbers. */
static uint32_t hash_number(uint32_t hash, uint32_t number) {
  return (hash ^ number) * UINT32_C(16777619);
}

static uint32_t hash_node(const uint64_t state[], const uint64_t actions[], uint64_t count) {
  uint32_t hash = UINT32_C(2166136261), bits;
  float features[TRICTRAC_FEATURES_SIZE];
  for (uint64_t index = 0; index < count; index++) {
    hash = hash_number(hash, (uint32_t)actions[index]);
  }
  for (uint64_t player = 0; player < TRICTRAC_NUM_PLAYERS; player++) {
    trictrac_game.get_features(state, player, features);
    for (int value = 0; value < TRICTRAC_FEATURES_SIZE; value++) {
      memcpy(&bits, &features[value], sizeof bits);
      if (bits != 0) hash = hash_number(hash_number(hash, (uint32_t)value), bits);
    }
  }
  return hash;
}

int main(int argc, char **argv) {
  uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
  Random random = {argc > 2 ? strtoull(argv[2], NULL, 10) : 1};
  uint64_t state[TRICTRAC_STATE_SIZE], actions[TRICTRAC_MAX_NUM_ACTIONS];
  for (uint64_t game = 0; game < games; game++) {
    int64_t scores[TRICTRAC_NUM_PLAYERS];
    const char *separator = "";
    trictrac_game.init(NULL, state);
    printf("{\"nodes\": [");
    while (!trictrac_game.is_terminal(state)) {
      uint64_t count = trictrac_game.get_valid_actions(state, actions);
      uint64_t action = actions[random_below(&random, count)];
      printf("%s[%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu32 "]", separator, action,
             trictrac_game.get_current_player(state), count, hash_node(state, actions, count));
      separator = ", ";
      trictrac_game.apply_action(state, action);
    }
    trictrac_game.get_outcome(state, scores);
    printf("], \"outcome\": [%" PRId64 ", %" PRId64 "]}\n", scores[0], scores[1]);
  }
  return 0;
}
