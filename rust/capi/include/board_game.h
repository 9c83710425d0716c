/* A board game behind a table of functions: the caller owns the state, chance is a
 * player, and one loop plays every game. C99 and C++11.
 *
 * Nothing here allocates, locks, prints, aborts, or reads files or clocks. There is no
 * hidden state: every function may run in any number of threads, each with states of its
 * own. docs/c-interface.md explains it and has a complete program.
 *
 * Every function of the table bears wrong input: where its type leaves room for no error
 * it leaves everything as it was and returns 0, and its `_checked` variant returns why.
 */
#ifndef BOARD_GAME_H
#define BOARD_GAME_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why something was refused. Nothing has changed then, and no result has been written. */
typedef int32_t BoardGameError;
enum {
  BOARD_GAME_OK = 0,
  BOARD_GAME_NULL_POINTER = 1,     /* a pointer is null, or not aligned for its type */
  BOARD_GAME_BAD_STATE = 2,        /* the words were never a state of this game */
  BOARD_GAME_BAD_CONFIG = 3,       /* the configuration holds a value that is not offered */
  BOARD_GAME_ILLEGAL_ACTION = 4,   /* the action is not possible now */
  BOARD_GAME_NO_SUCH_PLAYER = 5,   /* players are 0 to num_players - 1 */
  BOARD_GAME_BUFFER_TOO_SMALL = 6, /* the buffer cannot hold the whole result */
  BOARD_GAME_BAD_TEXT = 7,         /* the text is not written like what it should say */
  BOARD_GAME_BAD_ARGUMENT = 8,     /* a number is out of its range */
  BOARD_GAME_NOT_NOW = 9,          /* the question has no answer in this state */
  BOARD_GAME_INTERNAL_ERROR = 10   /* a bug of the library, caught at its door */
};

/* The current player when the game is over, or when the words are no state. */
#define BOARD_GAME_NOBODY UINT64_MAX

/* A game. All its fields are constant. Sizes are in elements of the array they speak of. */
typedef struct Game {
  const char *name;          /* in lower case, such as "tic_tac_toe" */
  uint64_t num_players;      /* players are 0 to num_players - 1 */
  uint64_t state_size;       /* uint64_t of a state */
  uint64_t max_num_actions;  /* room for any list of actions; each of them is less than it */
  uint64_t string_buf_size;  /* char of the longest text of a state, closing 0 included */
  uint64_t obs_size;         /* uint8_t of an observation */
  uint64_t features_size;    /* float of the features */
  uint64_t obs_dims[4];      /* the observation's dimensions; 0 behind the last one */
  uint64_t features_dims[4]; /* the features' dimensions; 0 behind the last one */

  /* Starts a game. `config` is null or the game's own configuration. */
  void (*init)(const void *config, uint64_t state[]);
  /* Who acts: a player, num_players for chance, BOARD_GAME_NOBODY when the game is over. */
  uint64_t (*get_current_player)(const uint64_t state[]);
  /* Does chance act? */
  bool (*is_chance_node)(const uint64_t state[]);
  /* Writes what the player, or chance, can do now, ascending, and returns how many there
   * are: 0 when the game is over. The outcomes of chance are equally likely, unless the
   * game's configuration says otherwise. */
  uint64_t (*get_valid_actions)(const uint64_t state[], uint64_t actions_out[]);
  /* Does it. An action that is not possible changes nothing. */
  void (*apply_action)(uint64_t state[], uint64_t action);
  /* Is the game over? True also for words that are no state, so that loops end. */
  bool (*is_terminal)(const uint64_t state[]);
  /* Writes every player's result; zeros while the game goes on, unless the game says more. */
  void (*get_outcome)(const uint64_t state[], int64_t scores_out[]);
  /* Writes what the player sees, as whole numbers. */
  void (*get_observation)(const uint64_t state[], uint64_t player, uint8_t observation_out[]);
  /* Writes what the player sees for a network, as numbers from 0 to 1. */
  void (*get_features)(const uint64_t state[], uint64_t player, float features_out[]);
  /* Writes the state as text, cut to the buffer and closed by a 0, and returns how many
   * characters stand before the 0. */
  uint64_t (*to_string)(const uint64_t state[], uint64_t buf_size, char *buf);
  /* What the actions' numbers mean, for a person who types them. */
  const char *(*help_prompt)(void);

  /* The same, saying what was wrong. A result is written only with BOARD_GAME_OK. */
  BoardGameError (*init_checked)(const void *config, uint64_t state[]);
  BoardGameError (*get_current_player_checked)(const uint64_t state[], uint64_t *player_out);
  BoardGameError (*is_chance_node_checked)(const uint64_t state[], bool *answer_out);
  BoardGameError (*get_valid_actions_checked)(const uint64_t state[], uint64_t actions_out[],
                                              uint64_t *count_out);
  BoardGameError (*apply_action_checked)(uint64_t state[], uint64_t action);
  BoardGameError (*is_terminal_checked)(const uint64_t state[], bool *answer_out);
  BoardGameError (*get_outcome_checked)(const uint64_t state[], int64_t scores_out[]);
  BoardGameError (*get_observation_checked)(const uint64_t state[], uint64_t player,
                                            uint8_t observation_out[]);
  BoardGameError (*get_features_checked)(const uint64_t state[], uint64_t player,
                                         float features_out[]);
  BoardGameError (*to_string_checked)(const uint64_t state[], uint64_t buf_size, char *buf,
                                      uint64_t *written_out);
} Game;

/* An error in words, never null. */
const char *board_game_error_text(BoardGameError error);

#ifdef __cplusplus
}
#endif

#endif
