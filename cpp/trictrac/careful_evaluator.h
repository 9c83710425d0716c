// The careful player's judgement as an evaluator of OpenSpiel's MCTS: the value
// of a decision is that of its best action one play ahead, and only the best
// few actions are searched.

#ifndef TRICTRAC_CAREFUL_EVALUATOR_H_
#define TRICTRAC_CAREFUL_EVALUATOR_H_

#include <memory>
#include <optional>

#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"

namespace open_spiel {
namespace trictrac {

std::shared_ptr<algorithms::Evaluator> MakeCarefulEvaluator();

// What needs no search: the claim of what is due, where a player claims points,
// and in a written game to leave, which the value of the marqué decides.
std::optional<Action> KnownAction(const State& state);

}  // namespace trictrac
}  // namespace open_spiel

#endif  // TRICTRAC_CAREFUL_EVALUATOR_H_
