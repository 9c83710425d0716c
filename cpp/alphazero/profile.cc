#include "profile.h"

#include <chrono>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include "open_spiel/game_transforms/game_wrapper.h"
#include "open_spiel/spiel_utils.h"

namespace trictrac_alphazero {
namespace {

using open_spiel::Action;
using open_spiel::ActionsAndProbs;
using open_spiel::Game;
using open_spiel::Player;
using open_spiel::State;
using open_spiel::algorithms::Evaluator;
using open_spiel::algorithms::MCTSBot;
using Clock = std::chrono::steady_clock;

class Stopwatch {
 public:
  explicit Stopwatch(double* seconds)
      : seconds_(*seconds), start_(Clock::now()) {}
  ~Stopwatch() {
    seconds_ += std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  double& seconds_;
  Clock::time_point start_;
};

// Times what the search and the evaluator ask of a state. The history stays in
// the wrapped state, so that wrapping costs little.
class TimedState : public open_spiel::WrappedState {
 public:
  TimedState(std::shared_ptr<const Game> game, std::unique_ptr<State> state,
             double* seconds)
      : WrappedState(std::move(game), std::move(state)), seconds_(seconds) {}

  std::vector<Action> LegalActions() const override {
    Stopwatch watch(seconds_);
    return state_->LegalActions();
  }
  ActionsAndProbs ChanceOutcomes() const override {
    Stopwatch watch(seconds_);
    return state_->ChanceOutcomes();
  }
  using State::ObservationTensor;
  void ObservationTensor(Player player,
                         absl::Span<float> values) const override {
    Stopwatch watch(seconds_);
    state_->ObservationTensor(player, values);
  }
  void ApplyAction(Action action) override {
    Stopwatch watch(seconds_);
    state_->ApplyAction(action);
  }
  std::vector<double> Returns() const override {
    Stopwatch watch(seconds_);
    return state_->Returns();
  }
  std::unique_ptr<State> Clone() const override {
    std::unique_ptr<State> clone;
    {
      Stopwatch watch(seconds_);
      clone = state_->Clone();
    }
    return std::make_unique<TimedState>(game_, std::move(clone), seconds_);
  }

 private:
  double* seconds_;
};

class TimedEvaluator : public Evaluator {
 public:
  TimedEvaluator(std::shared_ptr<Evaluator> evaluator, Profile* profile)
      : evaluator_(std::move(evaluator)), profile_(*profile) {}

  std::vector<double> Evaluate(const State& state) override {
    ++profile_.evaluations;
    return WithoutEngine([&] { return evaluator_->Evaluate(state); });
  }
  ActionsAndProbs Prior(const State& state) override {
    if (state.IsChanceNode()) return state.ChanceOutcomes();
    return WithoutEngine([&] { return evaluator_->Prior(state); });
  }

 private:
  template <typename Call>
  std::invoke_result_t<Call> WithoutEngine(Call call) {
    double engine_before = profile_.engine_seconds;
    auto result = [&] {
      Stopwatch watch(&profile_.network_seconds);
      return call();
    }();
    profile_.network_seconds -= profile_.engine_seconds - engine_before;
    return result;
  }

  std::shared_ptr<Evaluator> evaluator_;
  Profile& profile_;
};

}  // namespace

Profile ProfileSelfPlay(std::shared_ptr<const Game> game,
                        std::shared_ptr<Evaluator> evaluator, double uct_c,
                        int simulations, int64_t decisions, int seed) {
  Profile profile;
  std::mt19937 rng(seed);
  MCTSBot bot(*game, std::make_shared<TimedEvaluator>(evaluator, &profile),
              uct_c, simulations, /*max_memory_mb=*/10, /*solve=*/false, seed,
              /*verbose=*/false,
              open_spiel::algorithms::ChildSelectionPolicy::PUCT,
              /*dirichlet_alpha=*/0, /*dirichlet_epsilon=*/0,
              /*dont_return_chance_node=*/true);
  double total = 0;
  {
    Stopwatch watch(&total);
    while (profile.decisions < decisions) {
      TimedState state(game, game->NewInitialState(), &profile.engine_seconds);
      while (!state.IsTerminal() && profile.decisions < decisions) {
        if (state.IsChanceNode()) {
          state.ApplyAction(
              open_spiel::SampleAction(state.ChanceOutcomes(), rng).first);
        } else {
          state.ApplyAction(bot.MCTSearch(state)->BestChild().action);
          ++profile.decisions;
        }
      }
    }
  }
  profile.search_seconds =
      total - profile.engine_seconds - profile.network_seconds;
  return profile;
}

}  // namespace trictrac_alphazero
