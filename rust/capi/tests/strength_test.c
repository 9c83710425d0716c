/* The agents of the examples know no game, and beat random play at all three. */
#include "agents.h"
#include "check.h"
#include "pig.h"
#include "tic_tac_toe.h"
#include "trictrac.h"

/* Of so many games, half of them in each seat, those that the agent won less those it lost. */
static int lead(const Game *game, Agent *agent, int games, uint64_t simulations) {
  Random random = {20};
  uint64_t state[MAX_STATE_SIZE];
  int64_t scores[MAX_PLAYERS];
  int lead = 0;
  for (int number = 0; number < games; number++) {
    uint64_t seat = (uint64_t)number % 2;
    game->init(NULL, state);
    while (!game->is_terminal(state)) {
      Agent *choose = game->get_current_player(state) == seat ? agent : choose_randomly;
      game->apply_action(state, choose(game, state, simulations, &random));
    }
    game->get_outcome(state, scores);
    lead += (scores[seat] > scores[1 - seat]) - (scores[seat] < scores[1 - seat]);
  }
  return lead;
}

int main(void) {
  Agent *const agents[] = {choose_by_playouts, choose_by_search};
  for (int index = 0; index < 2; index++) {
    /* More than three standard deviations above what an equal would reach. */
    CHECK(lead(&tic_tac_toe_game, agents[index], 60, 100) > 24);
    CHECK(lead(&pig_game, agents[index], 100, 100) > 30);
    CHECK(lead(&trictrac_game, agents[index], 24, 100) > 15);
  }
  return 0;
}
