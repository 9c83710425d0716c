#include "mcts_bot.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/spiel_utils.h"

namespace open_spiel {
namespace trictrac {
namespace {

using algorithms::MCTSBot;
using algorithms::SearchNode;

constexpr int kMaxMemoryMb = 200;

class GuardedMctsBot : public Bot {
 public:
  GuardedMctsBot(std::shared_ptr<const Game> game,
                 std::shared_ptr<algorithms::Evaluator> evaluator,
                 const MctsOptions& options)
      : game_(std::move(game)),
        evaluator_(std::move(evaluator)),
        known_action_(options.known_action),
        searched_(options.searched),
        mcts_(
            *game_, evaluator_, options.uct_c, options.simulations,
            kMaxMemoryMb, /*solve=*/false, options.seed, /*verbose=*/false,
            options.selection, /*dirichlet_alpha=*/0, /*dirichlet_epsilon=*/0,
            // Leaves are decision nodes only: a network has never seen others.
            /*dont_return_chance_node=*/true,
            options.seconds > 0 ? options.seconds : -1) {}

  Action Step(const State& state) override {
    return StepWithPolicy(state).second;
  }

  bool ProvidesPolicy() override { return true; }

  ActionsAndProbs GetPolicy(const State& state) override {
    return StepWithPolicy(state).first;
  }

  // The policy is the share of the simulations that each action got.
  std::pair<ActionsAndProbs, Action> StepWithPolicy(
      const State& state) override {
    Check(state);
    std::vector<Action> legal_actions = state.LegalActions();
    if (legal_actions.size() == 1) {
      return {{{legal_actions[0], 1.0}}, legal_actions[0]};
    }
    std::optional<Action> known =
        known_action_ ? known_action_(state) : std::nullopt;
    if (known.has_value()) return {{{*known, 1.0}}, *known};
    std::unique_ptr<State> searched = searched_ ? searched_(state) : nullptr;
    const State& start = searched == nullptr ? state : *searched;
    std::unique_ptr<SearchNode> root = mcts_.MCTSearch(start);
    if (root->children.empty()) {  // Time for a single simulation only.
      ActionsAndProbs prior = evaluator_->Prior(start);
      auto best = std::max_element(
          prior.begin(), prior.end(),
          [](const auto& a, const auto& b) { return a.second < b.second; });
      Action action = best->first;
      return {std::move(prior), action};
    }
    ActionsAndProbs policy;
    policy.reserve(root->children.size());
    for (const SearchNode& child : root->children) {
      policy.emplace_back(child.action, child.explore_count);
    }
    NormalizePolicy(&policy);
    return {std::move(policy), root->BestChild().action};
  }

  void Restart() override {}
  void RestartAt(const State& state) override {}

 private:
  void Check(const State& state) const {
    if (state.IsChanceNode()) {
      SpielFatalError(
          "MCTS cannot choose an action at a chance node. Apply a roll of the "
          "dice to the state first.");
    }
    if (state.IsTerminal()) {
      SpielFatalError("MCTS cannot choose an action: the game is over.");
    }
    std::shared_ptr<const Game> game = state.GetGame();
    if (game.get() != game_.get() && game->ToString() != game_->ToString()) {
      SpielFatalError(absl::StrCat("This bot was made for ", game_->ToString(),
                                   ", but the state is of ", game->ToString(),
                                   "."));
    }
  }

  std::shared_ptr<const Game> game_;
  std::shared_ptr<algorithms::Evaluator> evaluator_;
  Knowing known_action_;
  Searched searched_;
  MCTSBot mcts_;
};

}  // namespace

std::unique_ptr<Bot> MakeMctsBot(
    std::shared_ptr<const Game> game,
    std::shared_ptr<algorithms::Evaluator> evaluator,
    const MctsOptions& options) {
  if (options.simulations < 1 || options.seconds < 0 || options.uct_c < 0) {
    SpielFatalError(
        "MCTS needs simulations >= 1, seconds >= 0 and uct_c >= 0.");
  }
  return std::make_unique<GuardedMctsBot>(std::move(game), std::move(evaluator),
                                          options);
}

std::unique_ptr<Bot> MakeRolloutBot(std::shared_ptr<const Game> game,
                                    int rollouts, const MctsOptions& options) {
  if (rollouts < 1) SpielFatalError("MCTS needs rollouts >= 1.");
  auto evaluator = std::make_shared<algorithms::RandomRolloutEvaluator>(
      rollouts, options.seed);
  return MakeMctsBot(std::move(game), std::move(evaluator), options);
}

}  // namespace trictrac
}  // namespace open_spiel
