#include "careful_evaluator.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"
#include "rust/cxx.h"
#include "trictrac.h"
#include "trictrac_bridge_cxx/lib.h"

namespace open_spiel {
namespace trictrac {
namespace {

// A decision has some twenty actions, too many to try each often enough to tell
// them apart: only the best ones by the judgement are searched, and of those
// only the ones that are expected to end at most so much worse than the best.
constexpr size_t kCandidates = 5;
constexpr double kMargin = 0.05;

using Judged = rust::Vec<engine::JudgedAction>;

Judged Judge(const State& state) {
  const auto* ours = dynamic_cast<const TrictracState*>(&state);
  if (ours == nullptr) SpielFatalError("This judgement is for trictrac only.");
  try {
    return engine::expected_results(ours->position());
  } catch (const rust::Error& error) {
    SpielFatalError(error.what());
  }
}

class CarefulEvaluator : public algorithms::Evaluator {
 public:
  std::vector<double> Evaluate(const State& state) override {
    if (state.IsTerminal()) return state.Returns();
    double value = -1;
    for (const engine::JudgedAction& action : Judge(state)) {
      value = std::max(value, action.worth);
    }
    return state.CurrentPlayer() == 0 ? std::vector<double>{value, -value}
                                      : std::vector<double>{-value, value};
  }

  ActionsAndProbs Prior(const State& state) override {
    if (state.IsChanceNode()) return state.ChanceOutcomes();
    const Judged judged = Judge(state);
    std::vector<double> worths;
    for (const engine::JudgedAction& action : judged) {
      worths.push_back(action.worth);
    }
    std::sort(worths.rbegin(), worths.rend());
    const size_t last = std::min(kCandidates, worths.size()) - 1;
    const double least = std::max(worths[last], worths[0] - kMargin);
    ActionsAndProbs prior;
    for (const engine::JudgedAction& action : judged) {
      if (action.worth >= least) prior.emplace_back(action.action, 1);
    }
    NormalizePolicy(&prior);
    return prior;
  }
};

}  // namespace

std::optional<Action> KnownAction(const State& state) {
  const auto* ours = dynamic_cast<const TrictracState*>(&state);
  if (ours == nullptr) SpielFatalError("This judgement is for trictrac only.");
  try {
    const Action known = engine::known_action(ours->position());
    return known < 0 ? std::nullopt : std::optional<Action>(known);
  } catch (const rust::Error& error) {
    SpielFatalError(error.what());
  }
}

std::shared_ptr<algorithms::Evaluator> MakeCarefulEvaluator() {
  return std::make_shared<CarefulEvaluator>();
}

}  // namespace trictrac
}  // namespace open_spiel
