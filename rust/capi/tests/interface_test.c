/* The table and Trictrac's own calls: sizes, error codes, wrong input, garbage. */
#include <string.h>

#include "check.h"
#include "pig.h"
#include "random.h"
#include "tic_tac_toe.h"
#include "trictrac.h"

static const Game *const games[] = {&trictrac_game, &tic_tac_toe_game, &pig_game};
enum { NUM_GAMES = 3, MOST = 1024 };

#define CHECK_SIZES(game, PREFIX)                                                      \
  do {                                                                                 \
    CHECK((game).num_players == PREFIX##_NUM_PLAYERS);                                 \
    CHECK((game).state_size == PREFIX##_STATE_SIZE);                                   \
    CHECK((game).max_num_actions == PREFIX##_MAX_NUM_ACTIONS);                         \
    CHECK((game).string_buf_size == PREFIX##_STRING_BUF_SIZE);                         \
    CHECK((game).obs_size == PREFIX##_OBS_SIZE);                                       \
    CHECK((game).features_size == PREFIX##_FEATURES_SIZE);                             \
    check_dims((game).obs_dims, PREFIX##_OBS_NDIMS, PREFIX##_OBS_SIZE);                \
    check_dims((game).features_dims, PREFIX##_FEATURES_NDIMS, PREFIX##_FEATURES_SIZE); \
  } while (0)

static void check_dims(const uint64_t dims[4], int count, uint64_t size) {
  uint64_t product = 1;
  for (int dim = 0; dim < 4; dim++) {
    CHECK((dims[dim] > 0) == (dim < count));
    if (dim < count) product *= dims[dim];
  }
  CHECK(product == size);
}

static void sizes_are_those_of_the_headers(void) {
  CHECK_SIZES(trictrac_game, TRICTRAC);
  CHECK_SIZES(tic_tac_toe_game, TTT);
  CHECK_SIZES(pig_game, PIG);
  const uint64_t ttt[4] = {2, 3, 3, 0};
  CHECK(memcmp(tic_tac_toe_game.obs_dims, ttt, sizeof ttt) == 0);
  CHECK(strcmp(trictrac_game.name, "trictrac") == 0);
  for (int index = 0; index < NUM_GAMES; index++) {
    CHECK(strlen(games[index]->help_prompt()) > 10);
  }
}

/* At every node of random games both kinds of functions say the same, nothing is written
 * behind a buffer's end, and what is not possible is refused. */
static void both_kinds_of_functions_agree(const Game *game, uint64_t number_of_games) {
  Random random = {7};
  uint64_t state[64], before[64], actions[MOST], again[MOST];
  for (uint64_t number = 0; number < number_of_games; number++) {
    CHECK(game->init_checked(NULL, state) == BOARD_GAME_OK);
    game->init(NULL, before);
    CHECK(memcmp(state, before, game->state_size * sizeof *state) == 0);
    while (!game->is_terminal(state)) {
      uint64_t player, count;
      bool is_chance, is_over = true;
      CHECK(game->is_terminal_checked(state, &is_over) == BOARD_GAME_OK && !is_over);
      CHECK(game->get_current_player_checked(state, &player) == BOARD_GAME_OK);
      CHECK(player == game->get_current_player(state));
      CHECK(game->is_chance_node_checked(state, &is_chance) == BOARD_GAME_OK);
      CHECK(is_chance == game->is_chance_node(state));
      CHECK(is_chance ? player == game->num_players : player < game->num_players);
      memset(actions, 0xff, sizeof actions);
      memset(again, 0xff, sizeof again);
      CHECK(game->get_valid_actions_checked(state, actions, &count) == BOARD_GAME_OK);
      CHECK(count > 0 && count == game->get_valid_actions(state, again));
      CHECK(memcmp(actions, again, sizeof actions) == 0);
      CHECK(actions[count] == UINT64_MAX);
      for (uint64_t index = 0; index < count; index++) {
        CHECK(actions[index] < game->max_num_actions);
        CHECK(index == 0 || actions[index - 1] < actions[index]);
      }

      unsigned char observation[MOST];
      float features[MOST];
      for (uint64_t observer = 0; observer < game->num_players; observer++) {
        memset(observation, 0xee, sizeof observation);
        for (int value = 0; value < MOST; value++) features[value] = -1;
        CHECK(game->get_observation_checked(state, observer, observation) == BOARD_GAME_OK);
        CHECK(game->get_features_checked(state, observer, features) == BOARD_GAME_OK);
        CHECK(observation[game->obs_size] == 0xee && features[game->features_size] == -1);
        for (uint64_t value = 0; value < game->features_size; value++) {
          CHECK(features[value] >= 0 && features[value] <= 1);
        }
      }

      char text[MOST], cut[MOST];
      uint64_t length, written;
      memset(text, 1, sizeof text);
      length = game->to_string(state, game->string_buf_size, text);
      CHECK(length > 0 && length < game->string_buf_size && strlen(text) == length);
      CHECK(game->to_string_checked(state, length + 1, cut, &written) == BOARD_GAME_OK);
      CHECK(written == length && strcmp(cut, text) == 0);
      CHECK(game->to_string_checked(state, length, cut, &written) == BOARD_GAME_BUFFER_TOO_SMALL);
      CHECK(game->to_string(state, 4, cut) == 3 && strlen(cut) == 3);

      memcpy(before, state, sizeof state);
      uint64_t wrong = random_below(&random, 700);
      bool is_legal = false;
      for (uint64_t index = 0; index < count; index++) is_legal |= actions[index] == wrong;
      if (!is_legal) {
        CHECK(game->apply_action_checked(state, wrong) == BOARD_GAME_ILLEGAL_ACTION);
        game->apply_action(state, wrong);
      }
      CHECK(game->apply_action_checked(state, UINT64_MAX) == BOARD_GAME_ILLEGAL_ACTION);
      CHECK(game->apply_action_checked(state, 65536 + actions[0]) == BOARD_GAME_ILLEGAL_ACTION);
      CHECK(memcmp(before, state, game->state_size * sizeof *state) == 0);

      uint64_t action = actions[random_below(&random, count)];
      CHECK(game->apply_action_checked(state, action) == BOARD_GAME_OK);
      game->apply_action(before, action);
      CHECK(memcmp(before, state, game->state_size * sizeof *state) == 0);
    }
    int64_t scores[2] = {9, 9};
    CHECK(game->get_outcome_checked(state, scores) == BOARD_GAME_OK);
    CHECK(scores[0] == -scores[1] && scores[0] >= -1 && scores[0] <= 1);
    CHECK(game->get_valid_actions(state, actions) == 0);
    CHECK(game->get_current_player(state) == BOARD_GAME_NOBODY);
    CHECK(game->apply_action_checked(state, 0) == BOARD_GAME_ILLEGAL_ACTION);
  }
}

/* Null everywhere it can be, memory that never was a state, and players there are not. */
static void wrong_input_is_refused(const Game *game) {
  uint64_t state[64], nothing[64] = {0}, actions[MOST], number = 77;
  int64_t scores[2] = {77, 77};
  bool answer = true;
  unsigned char observation[MOST];
  float features[MOST];
  char text[MOST] = "unchanged";
  game->init(NULL, state);

  CHECK(game->init_checked(NULL, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_current_player_checked(NULL, &number) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_current_player_checked(state, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->is_chance_node_checked(state, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_valid_actions_checked(state, NULL, &number) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_valid_actions_checked(state, actions, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->apply_action_checked(NULL, 0) == BOARD_GAME_NULL_POINTER);
  CHECK(game->is_terminal_checked(state, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_outcome_checked(state, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_observation_checked(state, 0, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->get_features_checked(state, 0, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->to_string_checked(state, 9, NULL, &number) == BOARD_GAME_NULL_POINTER);
  CHECK(game->to_string_checked(state, 9, text, NULL) == BOARD_GAME_NULL_POINTER);
  CHECK(game->to_string_checked(state, 0, text, &number) == BOARD_GAME_BUFFER_TOO_SMALL);
  CHECK(game->get_observation_checked(state, 2, observation) == BOARD_GAME_NO_SUCH_PLAYER);
  CHECK(game->get_features_checked(state, UINT64_MAX, features) == BOARD_GAME_NO_SUCH_PLAYER);

  CHECK(game->get_current_player_checked(nothing, &number) == BOARD_GAME_BAD_STATE);
  CHECK(game->is_chance_node_checked(nothing, &answer) == BOARD_GAME_BAD_STATE);
  CHECK(game->get_valid_actions_checked(nothing, actions, &number) == BOARD_GAME_BAD_STATE);
  CHECK(game->apply_action_checked(nothing, 0) == BOARD_GAME_BAD_STATE);
  CHECK(game->is_terminal_checked(nothing, &answer) == BOARD_GAME_BAD_STATE);
  CHECK(game->get_outcome_checked(nothing, scores) == BOARD_GAME_BAD_STATE);
  CHECK(game->get_observation_checked(nothing, 0, observation) == BOARD_GAME_BAD_STATE);
  CHECK(game->get_features_checked(nothing, 0, features) == BOARD_GAME_BAD_STATE);
  CHECK(game->to_string_checked(nothing, MOST, text, &number) == BOARD_GAME_BAD_STATE);
  CHECK(number == 77 && answer && scores[0] == 77 && strcmp(text, "unchanged") == 0);

  game->init(NULL, NULL);
  game->apply_action(NULL, 0);
  game->apply_action(nothing, 0);
  game->get_outcome(state, NULL);
  game->get_observation(state, 5, observation);
  game->get_features(NULL, 0, features);
  CHECK(game->is_terminal(nothing) && game->is_terminal(NULL));
  CHECK(!game->is_chance_node(nothing));
  CHECK(game->get_current_player(NULL) == BOARD_GAME_NOBODY);
  CHECK(game->get_valid_actions(nothing, actions) == 0);
  CHECK(game->get_valid_actions(state, NULL) == 0);
  CHECK(game->to_string(state, 5, NULL) == 0 && game->to_string(nothing, 5, text) == 0);
  for (int word = 0; word < 64; word++) CHECK(nothing[word] == 0);
}

/* Bits fall over in the middle of a state: everything is still safe, and every loop ends. */
static void garbage_is_safe(const Game *game) {
  Random random = {11};
  uint64_t state[64], actions[MOST];
  unsigned char observation[MOST];
  float features[MOST];
  char text[MOST];
  int64_t scores[2];
  for (int round = 0; round < 3000; round++) {
    game->init(NULL, state);
    for (int step = 0; step < round % 20 && !game->is_terminal(state); step++) {
      uint64_t count = game->get_valid_actions(state, actions);
      game->apply_action(state, actions[random_below(&random, count)]);
    }
    for (uint64_t word = 0; word < game->state_size; word++) {
      uint64_t bits = random_bits(&random) & random_bits(&random) & random_bits(&random);
      if (word > 0 || round % 4 == 0) state[word] ^= bits;
    }
    for (int step = 0; step < 50; step++) {
      uint64_t count = game->get_valid_actions(state, actions);
      CHECK(count <= game->max_num_actions);
      game->get_observation(state, 0, observation);
      game->get_features(state, 1, features);
      game->get_outcome(state, scores);
      CHECK(game->to_string(state, sizeof text, text) < sizeof text);
      game->apply_action(state, count == 0 ? 2 : actions[random_below(&random, count)]);
    }
  }
}

static void a_state_is_copied_by_memcpy(void) {
  uint64_t state[TRICTRAC_STATE_SIZE], copy[TRICTRAC_STATE_SIZE];
  trictrac_game.init(NULL, state);
  trictrac_game.apply_action(state, 5);
  memcpy(copy, state, sizeof state);
  trictrac_game.apply_action(copy, 3);
  CHECK(trictrac_game.is_chance_node(state) && !trictrac_game.is_chance_node(copy));
  uint64_t actions[TRICTRAC_MAX_NUM_ACTIONS];
  /* The first roll is no double: the second die leaves the first one's number out. */
  CHECK(trictrac_game.get_valid_actions(state, actions) == 5);
  CHECK(actions[4] == 4);
  CHECK(trictrac_game.apply_action_checked(state, 5) == BOARD_GAME_ILLEGAL_ACTION);
}

static void configurations_are_checked(void) {
  uint64_t state[TRICTRAC_STATE_SIZE], actions[TRICTRAC_MAX_NUM_ACTIONS];
  char text[TRICTRAC_STRING_BUF_SIZE];
  TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
  uint64_t plain[TRICTRAC_STATE_SIZE];
  trictrac_game.init(NULL, plain);
  trictrac_game.init(&config, state);
  CHECK(memcmp(plain, state, sizeof state) == 0);

  config.dice = TRICTRAC_DICE_UNORDERED;
  config.target_holes = 3;
  config.max_turns = 70;
  config.game_value = TRICTRAC_GAME_VALUE_DOUBLE;
  config.exit_rule = TRICTRAC_EXIT_RULE_SEQUENTIAL;
  config.first_roll_no_double = 0;
  config.exact_exit_mandatory = 1;
  config.exit_dead_number_penalty = 1;
  config.pile_de_misere = 0;
  config.jan_de_rencontre = 1;
  config.margot = 1;
  CHECK(trictrac_game.init_checked(&config, state) == BOARD_GAME_OK);
  CHECK(trictrac_game.get_valid_actions(state, actions) == 21);
  trictrac_game.to_string(state, sizeof text, text);
  CHECK(strcmp(text,
               "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=3 max_turns=70 game_value=double "
               "first_roll_no_double=false exit_rule=sequential exact_exit_mandatory=true "
               "exit_dead_number_penalty=true pile_de_misere=false jan_de_rencontre=true "
               "margot=true") == 0);

  uint32_t *fields = &config.version;
  for (size_t field = 0; field < sizeof config / sizeof *fields; field++) {
    const uint32_t wrong[] = {field == 4 ? 65536 : 101, UINT32_MAX}; /* 4: max_turns */
    for (size_t index = 0; index < 2; index++) {
      uint32_t right = fields[field];
      fields[field] = wrong[index];
      memset(state, 0, sizeof state);
      CHECK(trictrac_game.init_checked(&config, state) == BOARD_GAME_BAD_CONFIG);
      trictrac_game.init(&config, state);
      CHECK(state[0] == 0);
      fields[field] = right;
    }
  }
  config.target_holes = 0;
  CHECK(trictrac_game.init_checked(&config, state) == BOARD_GAME_BAD_CONFIG);
  CHECK(tic_tac_toe_game.init_checked(&config, state) == BOARD_GAME_BAD_CONFIG);
  CHECK(pig_game.init_checked(&config, state) == BOARD_GAME_BAD_CONFIG);
}

/* A written game, of two marques, to its end: tokens are the outcome, and words are read back. */
static void a_written_game_pays_tokens(void) {
  Random random = {13};
  uint64_t state[TRICTRAC_STATE_SIZE], again[TRICTRAC_STATE_SIZE];
  uint64_t actions[TRICTRAC_MAX_NUM_ACTIONS];
  char text[TRICTRAC_STRING_BUF_SIZE];
  TrictracPosition position;
  TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
  config.marques = 2;
  CHECK(trictrac_game.init_checked(&config, state) == BOARD_GAME_BAD_CONFIG);
  config.format = TRICTRAC_FORMAT_WRITTEN;
  config.outcome = TRICTRAC_OUTCOME_MARGIN;
  config.settlement = TRICTRAC_SETTLEMENT_FULL;
  config.marque_first = TRICTRAC_MARQUE_FIRST_WINNER;
  config.refait_consolation = TRICTRAC_REFAIT_CONSOLATION_ARITHMETIC;
  CHECK(trictrac_game.init_checked(&config, state) == BOARD_GAME_OK);
  while (!trictrac_game.is_terminal(state)) {
    trictrac_game.to_string(state, sizeof text, text);
    CHECK(trictrac_init_from_text(&config, text, again) == BOARD_GAME_OK);
    CHECK(memcmp(state, again, sizeof state) == 0);
    uint64_t count = trictrac_game.get_valid_actions(state, actions);
    trictrac_game.apply_action(state, actions[random_below(&random, count)]);
  }
  int64_t scores[2];
  trictrac_game.get_outcome(state, scores);
  CHECK(trictrac_get_position(state, &position) == BOARD_GAME_OK);
  CHECK(position.marques_won[0] + position.marques_won[1] == 2);
  CHECK(scores[0] == position.tokens[0] && scores[1] == position.tokens[1]);
  CHECK(scores[0] == -scores[1] && scores[0] != 0);
}

/* With schools, claims are actions; a game of wrong claims still ends, and words are read back. */
static void points_are_claimed(void) {
  Random random = {17};
  uint64_t state[TRICTRAC_STATE_SIZE], again[TRICTRAC_STATE_SIZE];
  uint64_t actions[TRICTRAC_MAX_NUM_ACTIONS], claims = 0, best;
  char text[TRICTRAC_STRING_BUF_SIZE];
  float tensor[TRICTRAC_MAX_TENSOR_SIZE];
  TrictracOutlook outlook;
  TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
  config.schools = 1;
  config.max_turns = 200;
  CHECK(trictrac_game.init_checked(&config, state) == BOARD_GAME_OK);
  while (!trictrac_game.is_terminal(state)) {
    uint64_t count = trictrac_game.get_valid_actions(state, actions);
    uint64_t action = actions[random_below(&random, count)];
    TrictracPosition position;
    CHECK(trictrac_get_position(state, &position) == BOARD_GAME_OK);
    bool is_claim =
        position.phase == TRICTRAC_PHASE_CLAIM || position.phase == TRICTRAC_PHASE_CLAIM_RECEIVED;
    if (is_claim) {
      CHECK(count == 64 && actions[0] == 514 && actions[63] == 577);
      CHECK(trictrac_get_best_action(state, &best, &outlook) == BOARD_GAME_OK && best >= 514);
      CHECK(trictrac_get_tensor(state, 0, TRICTRAC_TENSOR_FEATURES, 219, tensor) == BOARD_GAME_OK);
      if (random_below(&random, 32) > 0) action = best;
      claims++;
    }
    trictrac_game.to_string(state, sizeof text, text);
    CHECK(trictrac_init_from_text(&config, text, again) == BOARD_GAME_OK);
    CHECK(memcmp(state, again, sizeof state) == 0);
    trictrac_game.apply_action(state, action);
  }
  CHECK(claims > 20);
}

static void outcomes_follow_the_configuration(void) {
  for (int outcome = TRICTRAC_OUTCOME_WIN; outcome <= TRICTRAC_OUTCOME_SCORE; outcome++) {
    Random random = {5};
    uint64_t state[TRICTRAC_STATE_SIZE], actions[TRICTRAC_MAX_NUM_ACTIONS];
    TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
    config.outcome = (uint32_t)outcome;
    trictrac_game.init(&config, state);
    while (!trictrac_game.is_terminal(state)) {
      uint64_t count = trictrac_game.get_valid_actions(state, actions);
      trictrac_game.apply_action(state, actions[random_below(&random, count)]);
    }
    TrictracPosition position;
    int64_t scores[2];
    double returns[2];
    CHECK(trictrac_get_position(state, &position) == BOARD_GAME_OK);
    CHECK(position.phase == TRICTRAC_PHASE_OVER);
    CHECK(trictrac_get_returns(state, returns) == BOARD_GAME_OK);
    trictrac_game.get_outcome(state, scores);
    int64_t lead = (int64_t)position.holes[0] - (int64_t)position.holes[1];
    CHECK(lead != 0);
    if (outcome == TRICTRAC_OUTCOME_WIN) {
      CHECK(scores[0] == (lead > 0 ? 1 : -1) && returns[0] == (double)scores[0]);
    } else if (outcome == TRICTRAC_OUTCOME_MARGIN) {
      CHECK(scores[0] == lead && scores[1] == -lead && returns[0] * 12 - (double)lead < 1e-9);
    } else {
      CHECK(scores[0] == 12 * (int64_t)position.holes[0] + (int64_t)position.points[0]);
      CHECK(returns[1] == (double)scores[1]);
    }
  }
}

/* A position where both roller and opponent score: X25 of the rules' examples. */
static const char *const known =
    "tt1 p0 roll 1:5,6:2,7:2,8:2,11:2,12:2 1:4,2:1,3:1,6:1,7:2,8:2,11:2,12:2 0/0 0/0 4,4 20";

static void own_calls_answer(void) {
  uint64_t state[TRICTRAC_STATE_SIZE], again[TRICTRAC_STATE_SIZE];
  uint64_t count, action, actions[TRICTRAC_MAX_NUM_ACTIONS];
  char text[TRICTRAC_STRING_BUF_SIZE];
  TrictracEvent events[TRICTRAC_MAX_EVENTS];

  CHECK(trictrac_init_from_text(NULL, known, state) == BOARD_GAME_OK);
  trictrac_game.to_string(state, sizeof text, text);
  CHECK(strcmp(text, known) == 0);
  CHECK(trictrac_get_events_of_roll(state, 5, 6, events, &count) == BOARD_GAME_OK);
  uint64_t points[2] = {0, 0};
  for (uint64_t index = 0; index < count; index++)
    points[events[index].player] += events[index].points;
  CHECK(points[0] == 4 && points[1] == 8);
  CHECK(trictrac_get_events_of_roll(state, 0, 6, events, &count) == BOARD_GAME_BAD_ARGUMENT);
  CHECK(trictrac_get_events_of_roll(state, 1, 7, events, &count) == BOARD_GAME_BAD_ARGUMENT);
  CHECK(trictrac_get_events(state, events, &count) == BOARD_GAME_OK && count == 0);
  trictrac_game.apply_action(state, 5);
  trictrac_game.apply_action(state, 4);
  CHECK(trictrac_get_events(state, events, &count) == BOARD_GAME_OK && count == 3);
  uint64_t hits = 0;
  for (uint64_t index = 0; index < count; index++) {
    CHECK(events[index].ways == 1 && events[index].points == 4);
    bool is_true = events[index].jan == TRICTRAC_JAN_HIT_SMALL_TABLE;
    CHECK(is_true == (events[index].field == 22) && is_true == (events[index].player == 0));
    CHECK(is_true || events[index].jan == TRICTRAC_JAN_FALSE_HIT_SMALL_TABLE);
    hits += is_true;
  }
  CHECK(hits == 1);
  CHECK(strcmp(trictrac_jan_name(TRICTRAC_JAN_HIT_SMALL_TABLE), "hit_small_table") == 0);
  CHECK(trictrac_jan_name(-1) == NULL && trictrac_jan_name(TRICTRAC_JAN_MARGOT + 1) == NULL);
  CHECK(trictrac_get_events_of_roll(state, 5, 6, events, &count) == BOARD_GAME_NOT_NOW);

  TrictracPosition position;
  CHECK(trictrac_get_position(state, &position) == BOARD_GAME_OK);
  CHECK(position.phase == TRICTRAC_PHASE_MOVE && position.mover == 0);
  CHECK(position.board[0] == 5 && position.board[12] == -2 && position.board[23] == -4);
  CHECK(position.dice[0] == 6 && position.dice[1] == 5 && position.points[0] == 4);
  CHECK(position.points_owed == 8 && position.turns == 21);

  char id[TRICTRAC_ID_BUF_SIZE];
  CHECK(trictrac_get_id(state, sizeof id, id) == BOARD_GAME_OK && strlen(id) == 18);
  CHECK(trictrac_get_id(state, sizeof id - 1, id) == BOARD_GAME_BUFFER_TOO_SMALL);
  CHECK(trictrac_init_from_id(NULL, id, again) == BOARD_GAME_OK);
  uint64_t same = trictrac_game.get_valid_actions(again, actions);
  CHECK(same == trictrac_game.get_valid_actions(state, actions) && same > 0);
  CHECK(trictrac_init_from_id(NULL, "not an id", again) == BOARD_GAME_BAD_TEXT);

  const char *const no_positions[] = {"",
                                      "tt2",
                                      "tt1 p0",
                                      "tt1 p0 roll 1:16 1:15 0/0 0/0 0,0 0 first",
                                      "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=0",
                                      "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first margott=true",
                                      "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first more",
                                      "\xff\xfe"};
  memset(again, 0, sizeof again);
  for (size_t index = 0; index < sizeof no_positions / sizeof *no_positions; index++) {
    CHECK(trictrac_init_from_text(NULL, no_positions[index], again) == BOARD_GAME_BAD_TEXT);
  }
  CHECK(trictrac_init_from_text(NULL, NULL, again) == BOARD_GAME_NULL_POINTER && again[0] == 0);

  /* Every action: words and back, steps, and a reason for each that is not legal. */
  count = trictrac_game.get_valid_actions(state, actions);
  uint64_t next = 0;
  for (uint64_t number = 0; number < 700; number++) {
    TrictracReason reason;
    TrictracStep steps[2];
    uint64_t step_count, found;
    char words[TRICTRAC_ACTION_BUF_SIZE], why[TRICTRAC_REASON_BUF_SIZE];
    CHECK(trictrac_check_action(state, number, &reason) == BOARD_GAME_OK);
    CHECK(trictrac_explain_action(state, number, sizeof why, why) == BOARD_GAME_OK);
    bool is_legal = next < count && actions[next] == number;
    CHECK(is_legal == (reason.kind == TRICTRAC_REASON_LEGAL));
    BoardGameError expected = is_legal ? BOARD_GAME_OK : BOARD_GAME_ILLEGAL_ACTION;
    CHECK(trictrac_get_action_text(state, number, sizeof words, words) == expected);
    CHECK(trictrac_get_steps(state, number, steps, &step_count) == expected);
    if (!is_legal) continue;
    next++;
    CHECK(trictrac_find_action(state, words, &found) == BOARD_GAME_OK && found == number);
    CHECK(step_count == 2 && steps[0].from >= 1 && steps[0].to == steps[0].from + steps[0].die);
  }
  CHECK(next == count);
  TrictracReason reason;
  CHECK(trictrac_check_action(state, 1, &reason) == BOARD_GAME_OK);
  CHECK(reason.kind == TRICTRAC_REASON_NO_CHOICE_TO_GO && reason.field == 0);
  CHECK(trictrac_find_action(state, "7/13", &action) == BOARD_GAME_ILLEGAL_ACTION);
  CHECK(trictrac_find_action(state, "castle", &action) == BOARD_GAME_BAD_TEXT);

  float tensor[792];
  CHECK(trictrac_get_tensor(state, 0, TRICTRAC_TENSOR_COMPACT, 36, tensor) == BOARD_GAME_OK);
  CHECK(tensor[0] == 5 && tensor[23] == -4);
  CHECK(trictrac_get_tensor(state, 0, TRICTRAC_TENSOR_PLANES, 792, tensor) == BOARD_GAME_OK);
  CHECK(trictrac_get_tensor(state, 0, TRICTRAC_TENSOR_PLANES, 791, tensor) ==
        BOARD_GAME_BUFFER_TOO_SMALL);
  CHECK(trictrac_get_tensor(state, 0, 3, 792, tensor) == BOARD_GAME_BAD_ARGUMENT);
  CHECK(trictrac_get_tensor(state, 0, -1, 792, tensor) == BOARD_GAME_BAD_ARGUMENT);

  uint64_t outcomes[TRICTRAC_MAX_OUTCOMES];
  double probabilities[TRICTRAC_MAX_OUTCOMES], sum = 0;
  TrictracConfig config = TRICTRAC_CONFIG_DEFAULT;
  config.dice = TRICTRAC_DICE_UNORDERED;
  trictrac_init_from_text(&config, known, again);
  CHECK(trictrac_get_chance(again, outcomes, probabilities, &count) == BOARD_GAME_OK &&
        count == 21);
  for (uint64_t index = 0; index < count; index++) sum += probabilities[index];
  CHECK(sum > 0.999999 && sum < 1.000001 && probabilities[0] * 2 == probabilities[1]);

  /* Known counts: those of `make perft`. */
  const uint64_t leaves[] = {1, 30, 58};
  trictrac_game.init(NULL, state);
  for (uint64_t depth = 0; depth < 3; depth++) {
    CHECK(trictrac_perft(state, depth, &count) == BOARD_GAME_OK && count == leaves[depth]);
  }
  CHECK(trictrac_perft(state, 17, &count) == BOARD_GAME_BAD_ARGUMENT);
}

/* The network plays better than chance, and judges the same from both sides. */
static void the_network_judges(void) {
  Random random = {3};
  uint64_t state[TRICTRAC_STATE_SIZE], actions[TRICTRAC_MAX_NUM_ACTIONS], action;
  TrictracOutlook own, other, best;
  uint64_t won = 0;
  for (uint64_t game = 0; game < 10; game++) {
    uint64_t seat = game % 2;
    trictrac_game.init(NULL, state);
    while (!trictrac_game.is_terminal(state)) {
      uint64_t count = trictrac_game.get_valid_actions(state, actions);
      uint64_t player = trictrac_game.get_current_player(state);
      action = actions[random_below(&random, count)];
      CHECK(trictrac_evaluate(state, seat, &own) == BOARD_GAME_OK);
      CHECK(trictrac_evaluate(state, 1 - seat, &other) == BOARD_GAME_OK);
      CHECK(own.win >= 0 && own.win <= 1 && own.win + other.win > 0.999F);
      CHECK(own.win + other.win < 1.001F && own.margin == -other.margin);
      if (player < 2) {
        uint64_t proposed;
        TrictracReason reason;
        CHECK(trictrac_get_best_action(state, &proposed, &best) == BOARD_GAME_OK);
        CHECK(trictrac_check_action(state, proposed, &reason) == BOARD_GAME_OK);
        CHECK(reason.kind == TRICTRAC_REASON_LEGAL);
        CHECK(best.win == (player == seat ? own.win : other.win));
        if (player == seat) action = proposed;
      } else {
        uint64_t none;
        CHECK(trictrac_get_best_action(state, &none, &best) == BOARD_GAME_NOT_NOW);
      }
      trictrac_game.apply_action(state, action);
    }
    int64_t scores[2];
    trictrac_game.get_outcome(state, scores);
    CHECK(trictrac_evaluate(state, seat, &own) == BOARD_GAME_OK);
    CHECK(own.win == (scores[seat] > 0 ? 1.0F : 0.0F));
    won += scores[seat] > 0;
  }
  CHECK(won == 10);
  CHECK(trictrac_evaluate(state, 2, &own) == BOARD_GAME_NO_SUCH_PLAYER);
  CHECK(trictrac_evaluate(state, 0, NULL) == BOARD_GAME_NULL_POINTER);
  state[1] = UINT64_MAX;
  CHECK(trictrac_evaluate(state, 0, &own) == BOARD_GAME_BAD_STATE);
}

static void errors_have_words(void) {
  for (BoardGameError error = BOARD_GAME_OK; error <= BOARD_GAME_INTERNAL_ERROR; error++) {
    CHECK(strlen(board_game_error_text(error)) > 5);
  }
  CHECK(strcmp(board_game_error_text(-5), "there is no such error") == 0);
  CHECK(strcmp(board_game_error_text(99), "there is no such error") == 0);
}

int main(void) {
  const uint64_t numbers_of_games[] = {30, 300, 100};
  sizes_are_those_of_the_headers();
  for (int index = 0; index < NUM_GAMES; index++) {
    both_kinds_of_functions_agree(games[index], numbers_of_games[index]);
    wrong_input_is_refused(games[index]);
    garbage_is_safe(games[index]);
  }
  a_state_is_copied_by_memcpy();
  configurations_are_checked();
  a_written_game_pays_tokens();
  points_are_claimed();
  outcomes_follow_the_configuration();
  own_calls_answer();
  the_network_judges();
  errors_have_words();
  return 0;
}
