/* One loop for every game: chance, an agent for each player, and statistics.
 *
 *   make capi
 *   cd examples/c
 *   cc -O2 -I../../build/capi/include main.c agents.c mcts.c ../../build/capi/lib/libtrictrac.a \
 *     -lgcc_s -lm -o play
 *   ./play --game trictrac --player0 mcts --player1 random --games 10 --seed 1
 *
 * Agents: random; flat (random games after every action); mcts. The last line is JSON.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents.h"
#include "pig.h"
#include "tic_tac_toe.h"
#include "trictrac.h"

static const Game *const games[] = {&trictrac_game, &tic_tac_toe_game, &pig_game};

static const struct {
  const char *name;
  Agent *choose;
} agents[] = {
    {"random", choose_randomly}, {"flat", choose_by_playouts}, {"mcts", choose_by_search}};

typedef struct Options {
  const Game *game;
  Agent *players[MAX_PLAYERS];
  uint64_t games, seed, simulations;
} Options;

static void fail(const char *option, const char *value, const char *accepted) {
  fprintf(stderr, "play: %s is %s, but it must be %s\n", option, value, accepted);
  exit(2);
}

static uint64_t read_number(const char *option, const char *value) {
  char *end;
  uint64_t number = strtoull(value, &end, 10);
  if (*value < '0' || *value > '9' || *end != '\0') fail(option, value, "a whole number");
  return number;
}

static const Game *read_game(const char *option, const char *value) {
  for (size_t index = 0; index < sizeof games / sizeof *games; index++) {
    if (strcmp(value, games[index]->name) == 0) return games[index];
  }
  fail(option, value, "trictrac, tic_tac_toe or pig");
  return NULL;
}

static Agent *read_agent(const char *option, const char *value) {
  for (size_t index = 0; index < sizeof agents / sizeof *agents; index++) {
    if (strcmp(value, agents[index].name) == 0) return agents[index].choose;
  }
  fail(option, value, "random, flat or mcts");
  return NULL;
}

static Options read_options(int argc, char **argv) {
  Options options = {&trictrac_game, {choose_randomly, choose_randomly}, 100, 1, 100};
  for (int index = 1; index < argc; index += 2) {
    const char *option = argv[index];
    const char *value = index + 1 < argc ? argv[index + 1] : "missing";
    if (strcmp(option, "--game") == 0) {
      options.game = read_game(option, value);
    } else if (strcmp(option, "--player0") == 0) {
      options.players[0] = read_agent(option, value);
    } else if (strcmp(option, "--player1") == 0) {
      options.players[1] = read_agent(option, value);
    } else if (strcmp(option, "--games") == 0) {
      options.games = read_number(option, value);
    } else if (strcmp(option, "--seed") == 0) {
      options.seed = read_number(option, value);
    } else if (strcmp(option, "--simulations") == 0) {
      options.simulations = read_number(option, value);
    } else {
      fail("the option", option, "--game, --player0, --player1, --games, --seed or --simulations");
    }
  }
  return options;
}

/* Plays a game and returns how many decisions it took. */
static uint64_t play(const Options *options, uint64_t state[], Random *random) {
  const Game *game = options->game;
  uint64_t decisions = 0;
  game->init(NULL, state);
  while (!game->is_terminal(state)) {
    Agent *choose = choose_randomly;
    if (!game->is_chance_node(state)) {
      choose = options->players[game->get_current_player(state)];
      decisions++;
    }
    game->apply_action(state, choose(game, state, options->simulations, random));
  }
  return decisions;
}

int main(int argc, char **argv) {
  Options options = read_options(argc, argv);
  Random random = {options.seed};
  uint64_t state[MAX_STATE_SIZE], decisions = 0, won[MAX_PLAYERS] = {0, 0}, drawn = 0;
  int64_t scores[MAX_PLAYERS];
  for (uint64_t number = 0; number < options.games; number++) {
    decisions += play(&options, state, &random);
    options.game->get_outcome(state, scores);
    if (scores[0] == scores[1]) {
      drawn++;
    } else {
      won[scores[0] < scores[1]]++;
    }
  }
  printf("{\"game\": \"%s\", \"games\": %" PRIu64 ", \"won\": [%" PRIu64 ", %" PRIu64
         "], \"drawn\": %" PRIu64 ", \"decisions\": %" PRIu64 "}\n",
         options.game->name, options.games, won[0], won[1], drawn, decisions);
  return 0;
}
