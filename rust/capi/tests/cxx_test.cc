// The headers in C++11: one loop, every game, states as arrays of the standard library.
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "pig.h"
#include "tic_tac_toe.h"
#include "trictrac.h"

int main() {
  for (const Game *game : {&trictrac_game, &tic_tac_toe_game, &pig_game}) {
    std::vector<std::uint64_t> state(game->state_size), actions(game->max_num_actions);
    std::uint64_t steps = 0;
    game->init(nullptr, state.data());
    while (!game->is_terminal(state.data())) {
      std::uint64_t count = game->get_valid_actions(state.data(), actions.data());
      game->apply_action(state.data(), actions[steps * 7919 % count]);
      steps++;
    }
    std::array<std::int64_t, 2> scores{{9, 9}};
    game->get_outcome(state.data(), scores.data());
    if (steps == 0 || scores[0] + scores[1] != 0) return 1;
  }
  TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
  config.dice = TRICTRAC_DICE_ORDERED;
  std::array<std::uint64_t, TRICTRAC_STATE_SIZE> state;
  std::array<std::uint64_t, TRICTRAC_MAX_NUM_ACTIONS> actions;
  trictrac_game.init(&config, state.data());
  return trictrac_game.get_valid_actions(state.data(), actions.data()) == 30 ? 0 : 1;
}
