/* Trictrac behind board_game.h, and calls of its own for programs that want more.
 *
 *   actions       1 to go; 2 + 256 * o + 16 * c1 + c2 to play: o is 1 when the lower die is
 *                 played first, c1 and c2 are the checkers moved by the first and the second
 *                 die played, counted from 1 at the mover's talon (after the first step for
 *                 c2), 0 for a die that is not played; with schools 514 + x / 2 to claim
 *                 x points. Of chance the number of the die less 1: two dice, one after
 *                 the other
 *   observation   [36], each a whole number, own numbering:
 *                   0 to 23   checkers on fields 1 to 24, plus 15: 15 for an empty field,
 *                             more for own checkers, less for the opponent's
 *                   24        the player who rolls or decides
 *                   25        0: roll or over, 3: hold or go, 4: play
 *                   26, 27    the dice, higher first; 0 when none lies on the table
 *                   28 to 31  own points, own holes, 1 if the run of points is not
 *                             interrupted, 1 if the run of holes is not
 *                   32 to 35  the same of the opponent
 *   features      [217]: the tensor of docs/encoding.md; what written games and schools append
 *                 to it, trictrac_get_tensor writes
 *   outcome       by config: 1, 0, -1 (default); or the difference in holes times the value
 *                 of the game; or every player's points, 12 for a hole, at all times. In a
 *                 written game the last two are tokens
 *   text          the position text of docs/encoding.md
 *   config        a TrictracConfig, or NULL
 *
 * Fields are numbered from 1 at the talon of whoever a function speaks of.
 */
#ifndef TRICTRAC_H
#define TRICTRAC_H

#include "board_game.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TRICTRAC_NUM_PLAYERS 2
#define TRICTRAC_STATE_SIZE 19
#define TRICTRAC_MAX_NUM_ACTIONS 578
#define TRICTRAC_STRING_BUF_SIZE 512
#define TRICTRAC_OBS_NDIMS 1
#define TRICTRAC_OBS_SIZE 36
#define TRICTRAC_FEATURES_NDIMS 1
#define TRICTRAC_FEATURES_SIZE 217

extern const Game trictrac_game;

/* ---- What can be chosen before a game ------------------------------------------------ */

typedef int32_t TrictracDice;
enum {
  TRICTRAC_DICE_ORDERED = 0,   /* both at once: 6 * (first - 1) + second - 1, all alike likely */
  TRICTRAC_DICE_UNORDERED = 1, /* both at once, for higher >= lower: higher * (higher - 1) / 2 +
                                  lower - 1; doubles are half as likely: trictrac_get_chance */
  TRICTRAC_DICE_SEQUENTIAL = 2 /* one after the other: number - 1 */
};

typedef int32_t TrictracOutcome;
enum {
  TRICTRAC_OUTCOME_WIN = 0,    /* 1, 0 or -1 */
  TRICTRAC_OUTCOME_MARGIN = 1, /* holes more than the opponent, times the value of the game;
                                  in a written game tokens */
  TRICTRAC_OUTCOME_SCORE = 2   /* every player's own points, 12 for a hole, or tokens, also while
                                  the game goes on */
};

typedef int32_t TrictracGameValue;
enum {
  TRICTRAC_GAME_VALUE_SIMPLE = 0,   /* always 1 */
  TRICTRAC_GAME_VALUE_DOUBLE = 1,   /* 2 for an uninterrupted run of holes */
  TRICTRAC_GAME_VALUE_QUADRUPLE = 2 /* 4 against no hole, 3 uninterrupted, 2 against under six */
};

typedef int32_t TrictracExitRule;
enum {
  TRICTRAC_EXIT_RULE_LAWS = 0,
  TRICTRAC_EXIT_RULE_MIN_OVERFLOW = 1,
  TRICTRAC_EXIT_RULE_SEQUENTIAL = 2
};

typedef int32_t TrictracFormat;
enum {
  TRICTRAC_FORMAT_ORDINARY = 0, /* first to `target_holes` */
  TRICTRAC_FORMAT_WRITTEN = 1   /* partie a ecrire: `marques` marques, each paid in tokens */
};

typedef int32_t TrictracRefaitConsolation;
enum { TRICTRAC_REFAIT_CONSOLATION_DOUBLING = 0, TRICTRAC_REFAIT_CONSOLATION_ARITHMETIC = 1 };

typedef int32_t TrictracMarqueFirst;
enum { TRICTRAC_MARQUE_FIRST_ALTERNATE = 0, TRICTRAC_MARQUE_FIRST_WINNER = 1 };

typedef int32_t TrictracSettlement;
enum { TRICTRAC_SETTLEMENT_TOKENS = 0, TRICTRAC_SETTLEMENT_FULL = 1 };

/* Begin with TRICTRAC_CONFIG_DEFAULT and change what you want:
 *   TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
 *   config.target_holes = 3;
 * `version` says which fields there are, so that programs compiled today go on working when
 * later versions append some. docs/rules.md explains the rules behind the names. */
typedef struct TrictracConfig {
  uint32_t version;              /* TRICTRAC_CONFIG_VERSION */
  uint32_t dice;                 /* a TrictracDice */
  uint32_t outcome;              /* a TrictracOutcome */
  uint32_t target_holes;         /* 1 to 100; 12 in a written game */
  uint32_t max_turns;            /* 1 to 65535 rolls; 0: 1000, in a written game 10000 */
  uint32_t game_value;           /* a TrictracGameValue; simple in a written game */
  uint32_t exit_rule;            /* a TrictracExitRule */
  uint32_t first_roll_no_double; /* this and the following: 0 or 1 */
  uint32_t exact_exit_mandatory;
  uint32_t exit_dead_number_penalty;
  uint32_t pile_de_misere;
  uint32_t jan_de_rencontre;
  uint32_t margot;
  uint32_t format;             /* a TrictracFormat; what follows is for written games only */
  uint32_t marques;            /* even, 2 to 48; 12 in an ordinary game */
  uint32_t refait_consolation; /* a TrictracRefaitConsolation */
  uint32_t marque_first;       /* a TrictracMarqueFirst */
  uint32_t settlement;         /* a TrictracSettlement */
  uint32_t schools;            /* 0 or 1: points are claimed, not marked for the players */
} TrictracConfig;

#define TRICTRAC_CONFIG_VERSION 1
#define TRICTRAC_CONFIG_DEFAULT          \
  {TRICTRAC_CONFIG_VERSION,              \
   TRICTRAC_DICE_SEQUENTIAL,             \
   TRICTRAC_OUTCOME_WIN,                 \
   12,                                   \
   0,                                    \
   TRICTRAC_GAME_VALUE_SIMPLE,           \
   TRICTRAC_EXIT_RULE_LAWS,              \
   1,                                    \
   0,                                    \
   0,                                    \
   1,                                    \
   0,                                    \
   0,                                    \
   TRICTRAC_FORMAT_ORDINARY,             \
   12,                                   \
   TRICTRAC_REFAIT_CONSOLATION_DOUBLING, \
   TRICTRAC_MARQUE_FIRST_ALTERNATE,      \
   TRICTRAC_SETTLEMENT_TOKENS,           \
   0}

/* ---- Positions: as values, as text, as ids -------------------------------------------- */

typedef int32_t TrictracPhase;
enum {
  TRICTRAC_PHASE_ROLL = 0,       /* dice are to be rolled */
  TRICTRAC_PHASE_HOLD_OR_GO = 1, /* the roller has made a hole: he goes, or holds by playing */
  TRICTRAC_PHASE_MOVE = 2,       /* the roller must play */
  TRICTRAC_PHASE_LAST_GO = 3,    /* the roll has ended the game; the single action 1 closes it */
  TRICTRAC_PHASE_OVER = 4,
  TRICTRAC_PHASE_CLAIM = 5,         /* with schools: the roller claims his points */
  TRICTRAC_PHASE_CLAIM_RECEIVED = 6 /* with schools: the other player claims his */
};

/* A position, as player 0 counts the fields. Pairs are player 0's and player 1's. */
typedef struct TrictracPosition {
  int32_t board[24]; /* fields 1 to 24: player 0's checkers, or player 1's as negative numbers */
  int32_t phase;     /* a TrictracPhase */
  uint32_t mover;    /* who rolls or decides; when the game is over, who did so last */
  uint32_t dice[2];  /* higher first; a first die alone, then 0; 0, 0 when none is rolled */
  uint32_t points[2];
  uint32_t holes[2];
  uint32_t points_interrupted[2]; /* 1: the next hole counts once */
  uint32_t holes_interrupted[2];  /* 1: the run of holes is interrupted */
  uint32_t rolls[2];              /* rolls since the setting began; 4 stands for more */
  uint32_t turns;                 /* rolls made in the game */
  uint32_t points_owed;           /* what the opponent of the mover will mark after the play */
  uint32_t marques_won[2];        /* this and the following: of a written game, else 0 */
  int32_t tokens[2];
  uint32_t refaits; /* since the last marque that was won */
} TrictracPosition;

BoardGameError trictrac_get_position(const uint64_t state[], TrictracPosition *position_out);

/* Sets up the position that a position text says, options included; dice and outcome come
 * from `config`, which may be null. A text that says no position is BOARD_GAME_BAD_TEXT. */
BoardGameError trictrac_init_from_text(const TrictracConfig *config, const char *text,
                                       uint64_t state[]);

/* The position's id: 18 characters that hold board, player, dice and scores, but neither
 * roll counts nor options. What it cannot hold, such as a written game that has begun, is
 * BOARD_GAME_NOT_NOW. */
#define TRICTRAC_ID_BUF_SIZE 19
BoardGameError trictrac_get_id(const uint64_t state[], uint64_t buf_size, char *buf);
BoardGameError trictrac_init_from_id(const TrictracConfig *config, const char *id,
                                     uint64_t state[]);

/* ---- Actions ---------------------------------------------------------------------------- */

typedef int32_t TrictracReasonKind;
enum {
  TRICTRAC_REASON_LEGAL = 0,
  TRICTRAC_REASON_NOTHING_TO_DECIDE = 1,
  TRICTRAC_REASON_NO_SUCH_ACTION = 2,
  TRICTRAC_REASON_ONLY_GO = 3,
  TRICTRAC_REASON_NO_CHOICE_TO_GO = 4,
  TRICTRAC_REASON_NO_CHECKER = 5,
  TRICTRAC_REASON_NO_SUCH_NUMBER = 6,
  TRICTRAC_REASON_OCCUPIED_FIELD = 7, /* `field` is the field */
  TRICTRAC_REASON_OPPONENTS_CORNER = 8,
  TRICTRAC_REASON_FORBIDDEN_JAN = 9, /* `field` is the field */
  TRICTRAC_REASON_OWN_CORNER = 10,
  TRICTRAC_REASON_CORNER_BY_EFFECT = 11,
  TRICTRAC_REASON_BEARING_OFF = 12,
  TRICTRAC_REASON_NOT_FARTHEST = 13,
  TRICTRAC_REASON_EXACT_EXIT = 14,
  TRICTRAC_REASON_NUMBERS_FIRST = 15,
  TRICTRAC_REASON_NUMBER_FIRST = 16,
  TRICTRAC_REASON_HIGHER_NUMBER_FIRST = 17,
  TRICTRAC_REASON_OVERFLOW_ECONOMY = 18,
  TRICTRAC_REASON_LAST_EXIT = 19,
  TRICTRAC_REASON_CONSERVE = 20,      /* `field` is the first field of the jan */
  TRICTRAC_REASON_FILL = 21,          /* `field` is the first field of the jan */
  TRICTRAC_REASON_NOT_CANONICAL = 22, /* the play is legal, but a smaller number stands for it */
  TRICTRAC_REASON_CLAIM_FIRST = 23,   /* with schools */
  TRICTRAC_REASON_NOTHING_TO_CLAIM = 24
};

/* Why an action is not legal; fields as the mover counts them. */
typedef struct TrictracReason {
  int32_t kind;   /* a TrictracReasonKind */
  uint32_t field; /* where the reason has one, else 0 */
} TrictracReason;

/* Is the action legal, and if not, why? Any number may be asked about. */
BoardGameError trictrac_check_action(const uint64_t state[], uint64_t action,
                                     TrictracReason *reason_out);

/* The reason in an English sentence. */
#define TRICTRAC_REASON_BUF_SIZE 128
BoardGameError trictrac_explain_action(const uint64_t state[], uint64_t action, uint64_t buf_size,
                                       char *buf);

/* A legal action in words, such as "6-4: 1/7 1/5" or "Go", and back. Read from words, an
 * action that is not legal is BOARD_GAME_ILLEGAL_ACTION. */
#define TRICTRAC_ACTION_BUF_SIZE 64
BoardGameError trictrac_get_action_text(const uint64_t state[], uint64_t action, uint64_t buf_size,
                                        char *buf);
BoardGameError trictrac_find_action(const uint64_t state[], const char *text, uint64_t *action_out);

/* One checker moved by one die, as the mover counts the fields. */
typedef struct TrictracStep {
  uint32_t from;
  uint32_t to; /* 0 for off the board; `from` + `die` - 1 for the corner by puissance */
  uint32_t die;
} TrictracStep;

/* The steps of a legal action, at most two, and how many there are: none for 1 (Go). */
BoardGameError trictrac_get_steps(const uint64_t state[], uint64_t action, TrictracStep steps_out[],
                                  uint64_t *count_out);

/* ---- What a roll is worth --------------------------------------------------------------- */

typedef int32_t TrictracJan;
enum {
  TRICTRAC_JAN_SIX_TABLES = 0,
  TRICTRAC_JAN_TWO_TABLES = 1,
  TRICTRAC_JAN_CONTRE_TWO_TABLES = 2,
  TRICTRAC_JAN_MEZEAS = 3,
  TRICTRAC_JAN_CONTRE_MEZEAS = 4,
  TRICTRAC_JAN_HIT_BIG_TABLE = 5,
  TRICTRAC_JAN_HIT_SMALL_TABLE = 6,
  TRICTRAC_JAN_FALSE_HIT_BIG_TABLE = 7,
  TRICTRAC_JAN_FALSE_HIT_SMALL_TABLE = 8,
  TRICTRAC_JAN_CORNER_HIT = 9,
  TRICTRAC_JAN_SMALL_JAN_FILLED = 10,
  TRICTRAC_JAN_BIG_JAN_FILLED = 11,
  TRICTRAC_JAN_RETURN_JAN_FILLED = 12,
  TRICTRAC_JAN_SMALL_JAN_CONSERVED = 13,
  TRICTRAC_JAN_BIG_JAN_CONSERVED = 14,
  TRICTRAC_JAN_RETURN_JAN_CONSERVED = 15,
  TRICTRAC_JAN_EXIT = 16,
  TRICTRAC_JAN_IMPUISSANCE = 17,
  TRICTRAC_JAN_MISERY_PILE = 18,
  TRICTRAC_JAN_JAN_DE_RENCONTRE = 19,
  TRICTRAC_JAN_MARGOT = 20
};

/* One scoring event of a roll. */
typedef struct TrictracEvent {
  int32_t jan;     /* a TrictracJan */
  uint32_t player; /* who marks it */
  uint32_t ways;   /* in how many ways; of impuissance how many numbers are not played */
  uint32_t points; /* in all, every way counted */
  uint32_t field;  /* of the checker that is hit, as the mover counts; else 0 */
} TrictracEvent;

/* The most events that a roll can have: room for `events_out`. */
#define TRICTRAC_MAX_EVENTS 32

/* The events of the dice on the table; none when no decision is due. */
BoardGameError trictrac_get_events(const uint64_t state[], TrictracEvent events_out[],
                                   uint64_t *count_out);
/* The events that these dice would bring. BOARD_GAME_NOT_NOW when no roll is due. */
BoardGameError trictrac_get_events_of_roll(const uint64_t state[], uint64_t die, uint64_t other_die,
                                           TrictracEvent events_out[], uint64_t *count_out);
/* The event's name, such as "hit_big_table"; null when there is no such event. */
const char *trictrac_jan_name(TrictracJan jan);

/* ---- Chance, values and tensors --------------------------------------------------------- */

/* The outcomes of chance and their probabilities; none when no roll is due. */
#define TRICTRAC_MAX_OUTCOMES 36
BoardGameError trictrac_get_chance(const uint64_t state[], uint64_t outcomes_out[],
                                   double probabilities_out[], uint64_t *count_out);

/* What the game is worth to player 0 and 1, on the scale of the configuration: within -1 and 1
 * but for TRICTRAC_OUTCOME_SCORE. */
BoardGameError trictrac_get_returns(const uint64_t state[], double returns_out[]);

typedef int32_t TrictracTensor;
enum {
  TRICTRAC_TENSOR_FEATURES = 0, /* 217; a written game appends 8, schools 2 */
  TRICTRAC_TENSOR_COMPACT = 1,  /* 36, and more in the same way */
  TRICTRAC_TENSOR_PLANES = 2    /* 33 * 2 * 12, and as many planes more */
};
#define TRICTRAC_MAX_TENSOR_SIZE 1032

/* What the player sees, as a tensor of docs/encoding.md; `size` is the room in floats. Every
 * value of the tensor is written, and nothing behind it. */
BoardGameError trictrac_get_tensor(const uint64_t state[], uint64_t player, TrictracTensor tensor,
                                   uint64_t size, float values_out[]);

/* ---- Judgement -------------------------------------------------------------------------- */

/* What a position promises a player, by the network that is linked in: the player `td`, which
 * looks one play ahead. It was taught the ordinary game. */
typedef struct TrictracOutlook {
  float win;             /* probability of winning the game, a draw counting half */
  float margin;          /* holes more than the opponent at the end of the game */
  float discounted_lead; /* holes to be ahead by, counting less the later they come */
} TrictracOutlook;

/* Judges a position; of two dice that are rolled one by one, the first is not looked at. These two
 * functions need 32 kB of the stack, and check all of the state: one that no game leads to is
 * BOARD_GAME_BAD_STATE. */
BoardGameError trictrac_evaluate(const uint64_t state[], uint64_t player,
                                 TrictracOutlook *outlook_out);

/* The best action of whoever decides, and what it promises him. BOARD_GAME_NOT_NOW when nobody
 * decides. */
BoardGameError trictrac_get_best_action(const uint64_t state[], uint64_t *action_out,
                                        TrictracOutlook *outlook_out);

/* ---- Counting ----------------------------------------------------------------------------- */

/* How many sequences of `depth` (at most 16) rolls and decisions lead on. A roll is both dice,
 * and counts once for each order of them. */
BoardGameError trictrac_perft(const uint64_t state[], uint64_t depth, uint64_t *count_out);

#ifdef __cplusplus
}
#endif

#endif
