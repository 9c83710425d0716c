/* Agents that know a game only as board_game.h shows it. */
#ifndef EXAMPLES_AGENTS_H
#define EXAMPLES_AGENTS_H

#include "board_game.h"
#include "random.h"

/* No game here needs more. */
enum { MAX_STATE_SIZE = 64, MAX_ACTIONS = 1024, MAX_PLAYERS = 2 };

/* Chooses an action for the player who is to decide. */
typedef uint64_t Agent(const Game *game, const uint64_t state[], uint64_t simulations,
                       Random *random);

Agent choose_randomly;    /* every action alike */
Agent choose_by_playouts; /* flat Monte Carlo: random games after every action */
Agent choose_by_search;   /* Monte Carlo tree search with chance nodes */

/* Plays at random to the end and returns by how much player 0 is better off than player 1. */
int64_t play_out(const Game *game, uint64_t state[], Random *random);

#endif
