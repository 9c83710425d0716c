/* Pig behind board_game.h: roll as often as you dare and keep the sum, lose it on a 1. The
 * first player whose total, with the sum of the turn, reaches 100 wins. A game of a
 * thousand rolls is a draw.
 *
 *   actions       of a player 0 to roll, 1 to hold; a turn begins with a roll.
 *                 Of chance the number of the die less 1, each as likely
 *   observation   [3]: what the player has kept, what the other one has, the sum of the
 *                 turn of whoever is to move
 *   features      [4]: the same divided by 100, at most 1; then 1 if the player is to move
 *   outcome       1 for the winner, -1 for the loser; 0 for a draw
 *   text          such as "31 40 +12 player 0 decides"
 *   config        none: pass NULL
 */
#ifndef PIG_H
#define PIG_H

#include "board_game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define PIG_NUM_PLAYERS 2
#define PIG_STATE_SIZE 3
#define PIG_MAX_NUM_ACTIONS 6
#define PIG_STRING_BUF_SIZE 40
#define PIG_OBS_NDIMS 1
#define PIG_OBS_SIZE 3
#define PIG_FEATURES_NDIMS 1
#define PIG_FEATURES_SIZE 4

extern const Game pig_game;

#ifdef __cplusplus
}
#endif

#endif
