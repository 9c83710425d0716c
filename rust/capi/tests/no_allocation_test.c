/* no_allocation_test STEPS: takes so many steps of every game while every way to get memory
 * fails, with everything that can be asked at each of them. The program itself neither
 * allocates nor prints, so that valgrind counts the library alone. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pig.h"
#include "random.h"
#include "tic_tac_toe.h"
#include "trictrac.h"

static unsigned long asked_for_memory;

/* The linker sends every call of the static library here (--wrap). */
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);

void *__wrap_malloc(size_t size) {
  (void)size;
  asked_for_memory++;
  return NULL;
}

void *__wrap_calloc(size_t count, size_t size) { return __wrap_malloc(count * size); }

void *__wrap_realloc(void *memory, size_t size) {
  (void)memory;
  return __wrap_malloc(size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  (void)alignment;
  return __wrap_malloc(size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
  (void)memory;
  (void)alignment;
  __wrap_malloc(size);
  return ENOMEM;
}

static void fail(const char *message) {
  ssize_t written = write(2, message, strlen(message));
  _exit(written < 0 ? 2 : 1);
}

/* Everything else that trictrac.h offers, refusals included. */
static void ask_trictrac(const uint64_t state[], uint64_t action) {
  uint64_t number, outcomes[TRICTRAC_MAX_OUTCOMES], copy[TRICTRAC_STATE_SIZE];
  double probabilities[TRICTRAC_MAX_OUTCOMES], returns[2];
  char text[TRICTRAC_STRING_BUF_SIZE];
  float planes[792];
  TrictracEvent events[TRICTRAC_MAX_EVENTS];
  TrictracPosition position;
  TrictracReason reason;
  TrictracStep steps[2];
  trictrac_get_position(state, &position);
  trictrac_game.to_string(state, sizeof text, text);
  if (trictrac_init_from_text(NULL, text, copy) != BOARD_GAME_OK) fail("a text is not read back\n");
  trictrac_init_from_text(NULL, "tt1 p0 nonsense", copy);
  trictrac_init_from_text(NULL, "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first holes=0", copy);
  trictrac_init_from_text(NULL, "tt1 p0 roll 1:15 1:15 0/0 0/0 0,0 0 first margott=true", copy);
  trictrac_get_id(state, sizeof text, text);
  trictrac_init_from_id(NULL, text, copy);
  trictrac_init_from_id(NULL, "??????????????????", copy);
  trictrac_check_action(state, action ^ 1, &reason);
  trictrac_explain_action(state, action ^ 1, sizeof text, text);
  if (trictrac_get_action_text(state, action, sizeof text, text) == BOARD_GAME_OK &&
      (trictrac_find_action(state, text, &number) != BOARD_GAME_OK || number != action)) {
    fail("an action's text is not read back\n");
  }
  trictrac_find_action(state, "1/2/3/4 and so on", &number);
  trictrac_find_action(state, "6-6: 1/7", &number);
  trictrac_get_steps(state, action, steps, &number);
  trictrac_get_events(state, events, &number);
  trictrac_get_events_of_roll(state, 6, 1, events, &number);
  trictrac_get_chance(state, outcomes, probabilities, &number);
  trictrac_get_returns(state, returns);
  trictrac_get_tensor(state, 1, TRICTRAC_TENSOR_PLANES, 792, planes);
  trictrac_perft(state, 1, &number);
  TrictracOutlook outlook;
  if (trictrac_evaluate(state, 0, &outlook) != BOARD_GAME_OK) fail("a position is not judged\n");
  trictrac_get_best_action(state, &number, &outlook);
}

static void walk(const Game *game, unsigned long steps) {
  Random random = {1};
  uint64_t state[64], actions[1024];
  unsigned char observation[1024];
  float features[1024];
  char text[1024];
  int64_t scores[2];
  game->init(NULL, state);
  for (unsigned long step = 0; step < steps; step++) {
    if (game->is_terminal(state)) game->init(NULL, state);
    uint64_t count = game->get_valid_actions(state, actions);
    uint64_t action = actions[random_below(&random, count)];
    game->get_observation(state, step & 1, observation);
    game->get_features(state, step & 1, features);
    game->get_outcome(state, scores);
    /* Slower questions at every hundredth step. */
    if (step % 100 == 0) {
      game->to_string(state, sizeof text, text);
      game->to_string(state, 5, text);
      game->apply_action(state, 100000);
      if (game == &trictrac_game) ask_trictrac(state, action);
    }
    if (game->apply_action_checked(state, action) != BOARD_GAME_OK) fail("an action is refused\n");
  }
}

int main(int argc, char **argv) {
  unsigned long steps = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
  walk(&trictrac_game, steps);
  walk(&tic_tac_toe_game, steps);
  walk(&pig_game, steps);
  if (asked_for_memory > 0) fail("the library asked for memory\n");
  return 0;
}
