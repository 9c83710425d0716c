// Where self-play spends its time: in the game, in the network or in the
// search.

#ifndef TRICTRAC_ALPHAZERO_PROFILE_H_
#define TRICTRAC_ALPHAZERO_PROFILE_H_

#include <cstdint>
#include <memory>

#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"

namespace trictrac_alphazero {

struct Profile {
  int64_t decisions = 0;
  int64_t evaluations = 0;  // calls of the network
  double engine_seconds = 0;
  double network_seconds = 0;
  double search_seconds = 0;  // the rest: the tree, and the timers themselves
};

// Plays games with both seats searching as in self-play, in one thread, until
// `decisions` have been made by search. Decisions without a choice, which
// self-play searches too, count.
Profile ProfileSelfPlay(
    std::shared_ptr<const open_spiel::Game> game,
    std::shared_ptr<open_spiel::algorithms::Evaluator> evaluator, double uct_c,
    int simulations, int64_t decisions, int seed);

}  // namespace trictrac_alphazero

#endif  // TRICTRAC_ALPHAZERO_PROFILE_H_
