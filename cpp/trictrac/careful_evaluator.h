// The careful player's judgement as an evaluator of OpenSpiel's MCTS: the value
// of a decision is that of its best action one play ahead, and only the best
// few actions are searched.

#ifndef TRICTRAC_CAREFUL_EVALUATOR_H_
#define TRICTRAC_CAREFUL_EVALUATOR_H_

#include <memory>

#include "open_spiel/algorithms/mcts.h"

namespace open_spiel {
namespace trictrac {

std::shared_ptr<algorithms::Evaluator> MakeCarefulEvaluator();

}  // namespace trictrac
}  // namespace open_spiel

#endif  // TRICTRAC_CAREFUL_EVALUATOR_H_
