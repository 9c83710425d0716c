/* The least program: it ends well when the library does. */
#include <stddef.h>
#include <trictrac.h>

int main(void) {
  uint64_t state[TRICTRAC_STATE_SIZE];
  trictrac_game.init(NULL, state);
  return trictrac_game.is_chance_node(state) ? 0 : 1;
}
