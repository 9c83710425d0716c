/* Tic-tac-toe behind board_game.h: no chance, nine actions.
 *
 *   actions       3 * row + column of the cell to mark
 *   observation   [2][3][3]: the player's own marks, then the other one's; 1 where one is
 *   features      the same as floats
 *   outcome       1 for the winner, -1 for the loser; 0 for a draw
 *   text          three lines of x (player 0), o (player 1) and .
 *   config        none: pass NULL
 */
#ifndef TIC_TAC_TOE_H
#define TIC_TAC_TOE_H

#include "board_game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TTT_NUM_PLAYERS 2
#define TTT_STATE_SIZE 2
#define TTT_MAX_NUM_ACTIONS 9
#define TTT_STRING_BUF_SIZE 12
#define TTT_OBS_NDIMS 3
#define TTT_OBS_SIZE 18
#define TTT_FEATURES_NDIMS 3
#define TTT_FEATURES_SIZE 18

extern const Game tic_tac_toe_game;

#ifdef __cplusplus
}
#endif

#endif
