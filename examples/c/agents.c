/* The two simple agents: one that does not look, and one that only looks at where random
 * games end. */
#include "agents.h"

#include <string.h>

uint64_t choose_randomly(const Game *game, const uint64_t state[], uint64_t simulations,
                         Random *random) {
  uint64_t actions[MAX_ACTIONS];
  uint64_t count = game->get_valid_actions(state, actions);
  (void)simulations;
  return actions[random_below(random, count)];
}

int64_t play_out(const Game *game, uint64_t state[], Random *random) {
  int64_t scores[MAX_PLAYERS];
  while (!game->is_terminal(state)) {
    game->apply_action(state, choose_randomly(game, state, 0, random));
  }
  game->get_outcome(state, scores);
  return scores[0] - scores[1];
}

uint64_t choose_by_playouts(const Game *game, const uint64_t state[], uint64_t simulations,
                            Random *random) {
  uint64_t actions[MAX_ACTIONS], after[MAX_STATE_SIZE];
  uint64_t count = game->get_valid_actions(state, actions);
  uint64_t best = actions[0], player = game->get_current_player(state);
  int64_t most = INT64_MIN;
  uint64_t each = (simulations + count - 1) / count;
  for (uint64_t choice = 0; choice < count && count > 1; choice++) {
    int64_t sum = 0;
    for (uint64_t playout = 0; playout < each; playout++) {
      memcpy(after, state, game->state_size * sizeof *after);
      game->apply_action(after, actions[choice]);
      int64_t lead = play_out(game, after, random);
      sum += player == 0 ? lead : -lead;
    }
    if (sum > most) {
      most = sum;
      best = actions[choice];
    }
  }
  return best;
}
