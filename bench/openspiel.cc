// Measures games through OpenSpiel's C++ API, side by side in one process: each
// kind of work is done by every game in turn, so that a busy moment of the
// machine hits all. Prints one JSON object a measurement; bench/run.py makes
// the table.
//
//   openspiel_bench speed SECONDS_A_MEASUREMENT GAME...
//   openspiel_bench memory GAME...
//   openspiel_bench playouts NUMBER GAME     a fixed workload: see
//                                            bench/instructions.py

#include <malloc.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "open_spiel/abseil-cpp/absl/random/distributions.h"
#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"

namespace open_spiel {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void Report(const std::string& game, const std::string& what, double value) {
  std::printf("{\"game\": \"%s\", \"what\": \"%s\", \"value\": %.9g}\n",
              game.c_str(), what.c_str(), value);
  std::fflush(stdout);
}

Action Choose(const std::vector<Action>& actions, std::mt19937& rng) {
  return actions[absl::Uniform<size_t>(rng, 0, actions.size())];
}

// Plays on at random by one step.
void Step(State& state, std::mt19937& rng) {
  if (state.IsChanceNode()) {
    state.ApplyAction(SampleAction(state.ChanceOutcomes(), rng).first);
  } else {
    state.ApplyAction(Choose(state.LegalActions(), rng));
  }
}

// Decision nodes of random games, evenly spread over the games' lengths.
std::vector<std::unique_ptr<State>> SamplePositions(const Game& game,
                                                    int count) {
  std::mt19937 rng(1);
  std::vector<std::unique_ptr<State>> positions;
  while (positions.size() < count) {
    for (auto state = game.NewInitialState();
         !state->IsTerminal() && positions.size() < count; Step(*state, rng)) {
      if (!state->IsChanceNode() && absl::Bernoulli(rng, 0.1)) {
        positions.push_back(state->Clone());
      }
    }
  }
  return positions;
}

// One game with what its measurements share.
class Contestant {
 public:
  explicit Contestant(const std::string& name)
      : name_(name),
        game_(LoadGame(name)),
        positions_(SamplePositions(*game_, 500)) {}

  void MeasureClones(double seconds) {
    ForEachPosition("clones", seconds,
                    [](const State& state) { state.Clone(); });
  }

  void MeasureLegalActions(double seconds) {
    ForEachPosition("legal_actions", seconds,
                    [](const State& state) { state.LegalActions(); });
  }

  void MeasureObservationTensors(double seconds) {
    std::vector<float> tensor(game_->ObservationTensorSize());
    ForEachPosition("observation_tensors", seconds,
                    [&tensor](const State& state) {
                      state.ObservationTensor(0, absl::MakeSpan(tensor));
                    });
  }

  // Heap in use by a state and by a node of a search tree, in bytes.
  void MeasureMemory() {
    constexpr int kCopies = 20;
    std::vector<std::unique_ptr<State>> copies;
    copies.reserve(kCopies * positions_.size());
    const size_t before = mallinfo2().uordblks;
    for (int copy = 0; copy < kCopies; ++copy) {
      for (const auto& state : positions_) copies.push_back(state->Clone());
    }
    const size_t used = mallinfo2().uordblks - before;
    Report(name_, "state_bytes", static_cast<double>(used) / copies.size());

    auto bot = MakeBot(/*max_simulations=*/2000);
    const size_t without_tree = mallinfo2().uordblks;
    auto root = bot->MCTSearch(*positions_.front());
    const size_t tree = mallinfo2().uordblks - without_tree;
    Report(name_, "search_node_bytes",
           static_cast<double>(tree) / CountNodes(*root));
  }

  void MeasurePlayouts(double seconds) {
    std::mt19937 rng(7);
    int64_t games = 0, decisions = 0, steps = 0;
    const auto start = Clock::now();
    double elapsed;
    do {
      for (auto state = game_->NewInitialState(); !state->IsTerminal();
           Step(*state, rng)) {
        decisions += !state->IsChanceNode();
        ++steps;
      }
      ++games;
      elapsed = SecondsSince(start);
    } while (elapsed < seconds);
    Report(name_, "games", games / elapsed);
    Report(name_, "decisions", decisions / elapsed);
    Report(name_, "steps", steps / elapsed);
  }

  void MeasureSearch(double seconds) {
    // The same positions for all games, however slow: whole passes only.
    constexpr int kSimulations = 200;
    constexpr size_t kEvery = 50;
    auto bot = MakeBot(kSimulations);
    int64_t simulations = 0, nodes = 0;
    double elapsed = 0;
    while (elapsed < seconds) {
      for (size_t index = 0; index < positions_.size(); index += kEvery) {
        const auto start = Clock::now();
        auto root = bot->MCTSearch(*positions_[index]);
        elapsed += SecondsSince(start);
        simulations += root->explore_count;
        nodes += CountNodes(*root);
      }
    }
    Report(name_, "mcts_simulations", simulations / elapsed);
    Report(name_, "mcts_nodes", nodes / elapsed);
  }

 private:
  void ForEachPosition(const std::string& what, double seconds,
                       const std::function<void(const State&)>& visit) {
    int64_t count = 0;
    const auto start = Clock::now();
    double elapsed;
    do {
      for (const auto& state : positions_) visit(*state);
      count += positions_.size();
      elapsed = SecondsSince(start);
    } while (elapsed < seconds);
    Report(name_, what, count / elapsed);
  }

  std::unique_ptr<algorithms::MCTSBot> MakeBot(int max_simulations) const {
    auto evaluator = std::make_shared<algorithms::RandomRolloutEvaluator>(
        /*n_rollouts=*/1, /*seed=*/1);
    return std::make_unique<algorithms::MCTSBot>(
        *game_, evaluator, /*uct_c=*/2, max_simulations,
        /*max_memory_mb=*/1000, /*solve=*/false, /*seed=*/1, /*verbose=*/false);
  }

  static int64_t CountNodes(const algorithms::SearchNode& node) {
    int64_t count = 1;
    for (const auto& child : node.children) count += CountNodes(child);
    return count;
  }

  std::string name_;
  std::shared_ptr<const Game> game_;
  std::vector<std::unique_ptr<State>> positions_;
};

using Measurement = void (Contestant::*)(double seconds);

constexpr Measurement kMeasurements[] = {
    &Contestant::MeasurePlayouts,           &Contestant::MeasureClones,
    &Contestant::MeasureLegalActions,       &Contestant::MeasureSearch,
    &Contestant::MeasureObservationTensors,
};

}  // namespace
}  // namespace open_spiel

// The fixed workload, under a name that callgrind can be told to count alone.
extern "C" [[gnu::noinline]] void FixedPlayouts(const open_spiel::Game& game,
                                                int number) {
  std::mt19937 rng(7);
  for (int i = 0; i < number; ++i) {
    for (auto state = game.NewInitialState(); !state->IsTerminal();) {
      open_spiel::Step(*state, rng);
    }
  }
}

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string mode = arguments.empty() ? "" : arguments.front();
  const size_t first_game = mode == "memory" ? 1 : 2;
  if ((mode != "speed" && mode != "memory" && mode != "playouts") ||
      arguments.size() <= first_game) {
    std::fprintf(stderr,
                 "usage: %s speed SECONDS GAME... | memory GAME... | "
                 "playouts NUMBER GAME\n",
                 argv[0]);
    return 2;
  }
  if (mode == "playouts") {
    FixedPlayouts(*open_spiel::LoadGame(arguments[2]),
                  std::atoi(arguments[1].c_str()));
    return 0;
  }
  std::vector<open_spiel::Contestant> contestants(
      arguments.begin() + first_game, arguments.end());
  if (mode == "memory") {
    for (auto& contestant : contestants) contestant.MeasureMemory();
    return 0;
  }
  const double seconds = std::atof(arguments[1].c_str());
  for (const auto measurement : open_spiel::kMeasurements) {
    for (auto& contestant : contestants) (contestant.*measurement)(seconds);
  }
  return 0;
}
