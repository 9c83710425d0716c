// OpenSpiel's C++ MCTS as a bot for games with dice: what the search cannot
// take (chance and terminal roots, states of another game) is refused with an
// error, and a turn without a choice is played without a search.

#ifndef TRICTRAC_MCTS_BOT_H_
#define TRICTRAC_MCTS_BOT_H_

#include <functional>
#include <memory>
#include <optional>

#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_bots.h"

namespace open_spiel {
namespace trictrac {

// What to do in a state that needs no search, if it is one.
using Knowing = std::function<std::optional<Action>(const State&)>;
// The state to search in the place of another one; it has the same actions.
using Searched = std::function<std::unique_ptr<State>(const State&)>;

struct MctsOptions {
  int simulations = 200;  // per move, when `seconds` is 0
  double seconds = 0;     // thinking time per move
  double uct_c = 2;       // exploration
  int seed = 0;
  algorithms::ChildSelectionPolicy selection =
      algorithms::ChildSelectionPolicy::UCT;
  Knowing known_action;  // may be empty
  Searched searched;     // may be empty: the state itself
};

// The solver stays off: dice never let it prove a position in time, and its
// proofs would cost every simulation.
std::unique_ptr<Bot> MakeMctsBot(
    std::shared_ptr<const Game> game,
    std::shared_ptr<algorithms::Evaluator> evaluator,
    const MctsOptions& options);

// MCTS that plays `rollouts` random games from each leaf.
std::unique_ptr<Bot> MakeRolloutBot(std::shared_ptr<const Game> game,
                                    int rollouts, const MctsOptions& options);

}  // namespace trictrac
}  // namespace open_spiel

#endif  // TRICTRAC_MCTS_BOT_H_
