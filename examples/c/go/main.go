// The generic loop of main.c in Go, by cgo: any game, players that pick at random.
//
//	cd examples/c/go
//	lib=../../../build/capi
//	CGO_CFLAGS=-I$PWD/$lib/include CGO_LDFLAGS="$PWD/$lib/lib/libtrictrac.a -lgcc_s -lm" \
//	  go run . --game pig --games 100
package main

/*
#include <stdlib.h>
#include "pig.h"
#include "tic_tac_toe.h"
#include "trictrac.h"

// Go cannot call pointers to functions, so C does.
static void init_state(const Game *game, uint64_t *state) { game->init(NULL, state); }
static bool is_terminal(const Game *game, const uint64_t *state) { return game->is_terminal(state); }
static bool is_chance_node(const Game *game, const uint64_t *state) {
  return game->is_chance_node(state);
}
static uint64_t get_valid_actions(const Game *game, const uint64_t *state, uint64_t *actions) {
  return game->get_valid_actions(state, actions);
}
static void apply_action(const Game *game, uint64_t *state, uint64_t action) {
  game->apply_action(state, action);
}
static void get_outcome(const Game *game, const uint64_t *state, int64_t *scores) {
  game->get_outcome(state, scores);
}
*/
import "C"

import (
	"flag"
	"fmt"
	"math/rand"
	"os"
)

// play plays one game; it returns everybody's score and how many decisions it took.
func play(game *C.Game, random *rand.Rand) ([]C.int64_t, int) {
	state := make([]C.uint64_t, game.state_size)
	actions := make([]C.uint64_t, game.max_num_actions)
	scores := make([]C.int64_t, game.num_players)
	decisions := 0
	C.init_state(game, &state[0])
	for !C.is_terminal(game, &state[0]) {
		count := C.get_valid_actions(game, &state[0], &actions[0])
		if !C.is_chance_node(game, &state[0]) {
			decisions++
		}
		C.apply_action(game, &state[0], actions[random.Int63n(int64(count))])
	}
	C.get_outcome(game, &state[0], &scores[0])
	return scores, decisions
}

func main() {
	name := flag.String("game", "trictrac", "trictrac, tic_tac_toe or pig")
	games := flag.Int("games", 100, "how many games")
	seed := flag.Int64("seed", 1, "seed of dice and players")
	flag.Parse()
	table := map[string]*C.Game{
		"trictrac":    &C.trictrac_game,
		"tic_tac_toe": &C.tic_tac_toe_game,
		"pig":         &C.pig_game,
	}
	game, known := table[*name]
	if !known {
		fmt.Fprintf(os.Stderr, "play: --game is %s, but it must be trictrac, tic_tac_toe or pig\n", *name)
		os.Exit(2)
	}
	random := rand.New(rand.NewSource(*seed))
	won, drawn, decisions := [2]int{}, 0, 0
	for number := 0; number < *games; number++ {
		scores, taken := play(game, random)
		decisions += taken
		switch {
		case scores[0] > scores[1]:
			won[0]++
		case scores[0] < scores[1]:
			won[1]++
		default:
			drawn++
		}
	}
	fmt.Printf("{\"game\": %q, \"games\": %d, \"won\": [%d, %d], \"drawn\": %d, \"decisions\": %d}\n",
		*name, *games, won[0], won[1], drawn, decisions)
}
