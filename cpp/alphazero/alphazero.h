// OpenSpiel's C++ AlphaZero as the Python module sees it: training with a hook
// after each step, and a trained network as an evaluator for MCTS. No LibTorch
// type appears here, so only alphazero.cc pays for LibTorch's headers.

#ifndef TRICTRAC_ALPHAZERO_H_
#define TRICTRAC_ALPHAZERO_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "open_spiel/algorithms/alpha_zero_torch/alpha_zero.h"
#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"

namespace trictrac_alphazero {

struct TrainingOptions {
  open_spiel::algorithms::torch_az::AlphaZeroConfig config;
  // Continue from the checkpoint "-1", the replay buffer and the last line of
  // learner.jsonl in `config.path`.
  bool resuming = false;
  // Seeds the initial weights. OpenSpiel seeds the self-play from the clock.
  uint64_t seed = 0;
  // Threads LibTorch may use inside one operation.
  int torch_threads = 1;

  // Called on the learner's thread when a step's files are complete, with the
  // step's record as one line of JSON. The learner writes nothing until it
  // returns; self-play goes on. Returns whether to stop. Must not throw.
  std::function<bool(const std::string& record)> on_step;
  // Called on the learner's thread when weights or replay buffer could not be
  // written or read back. Must not return.
  std::function<void(const std::string& message)> on_failure;
};

// Runs until `max_steps` or until `on_step` asks to stop. One run per process.
// Throws std::runtime_error when the run could not be set up.
void Train(const TrainingOptions& options);

// Self-play games finished by the current run, for progress displays.
int64_t GamesPlayed();

// Writes an untrained network into `config.path`, as checkpoint 0.
void CreateNetwork(
    const open_spiel::algorithms::torch_az::AlphaZeroConfig& config,
    uint64_t seed);

// Decisions to learn from, row by row; as pointers, so that arrays of Python's
// need no copy.
struct Lessons {
  int64_t count = 0;
  // `count` observations, one after the other.
  const float* observations = nullptr;
  int64_t observation_size = 0;
  // The legal actions of all decisions with their probabilities, and where
  // each decision's end.
  const uint16_t* actions = nullptr;
  const float* policy = nullptr;
  const int64_t* ends = nullptr;
  // Player 0's expected result.
  const float* values = nullptr;
};

struct LessonLosses {
  double policy = 0;
  double value = 0;
  double l2 = 0;
};

// Creates a network in `config.path` (or takes the one that is there as
// checkpoint -1, if `config.graph_def` names its shape), teaches it the lessons
// `passes` times with OpenSpiel's own learning step, and writes it as
// checkpoint -1, with a replay buffer of the last lessons: what a resumed run
// begins with. Returns the mean losses of the last pass. Throws
// std::runtime_error.
LessonLosses Teach(
    const open_spiel::algorithms::torch_az::AlphaZeroConfig& config,
    const Lessons& lessons, int passes, uint64_t seed);

// How the files with a network's weights and with its optimizer's memory must
// begin; the numbers follow.
struct WeightHeaders {
  std::string network;
  std::string optimizer;
};

// For the network whose shape `folder`/`description` holds. It is not checked:
// a description from a stranger can ask for any amount of memory.
WeightHeaders HeadersFor(const std::string& folder,
                         const std::string& description);

// Values and policies of a trained network, for MCTSBot.
class NetworkEvaluator : public open_spiel::algorithms::Evaluator {
 public:
  // Loads `folder`/`description` (the network's shape) and the weights
  // `folder`/`weights`.pt and `folder`/`weights`-optimizer.pt.
  NetworkEvaluator(const open_spiel::Game& game, const std::string& folder,
                   const std::string& description, const std::string& weights,
                   int cache_size);
  ~NetworkEvaluator() override;

  // Values for players 0 and 1; `state` must be a decision node.
  std::vector<double> Evaluate(const open_spiel::State& state) override;
  // The policy at a decision node, the outcomes at a chance node.
  open_spiel::ActionsAndProbs Prior(const open_spiel::State& state) override;

  // Mean time of the network for a state when `batch_size` share a call.
  double SecondsPerState(const open_spiel::State& state, int batch_size);

 private:
  struct Network;
  std::unique_ptr<Network> network_;
};

}  // namespace trictrac_alphazero

#endif  // TRICTRAC_ALPHAZERO_H_
