// Compiles OpenSpiel's own AlphaZero sources, unmodified, where the installed
// wheel keeps them, as one translation unit: LibTorch's headers are by far the
// most expensive part and are read once.
//
// alpha_zero.cc offers no hook between its steps and overwrites its files in
// place. Three of the utility classes it names are therefore replaced, while
// its text is included, by the classes below with the same interface. And
// vpnet.cc keeps networks in files that LibTorch would run as programs: the two
// functions it calls for that are overloaded below.

#include "alphazero.h"

#include <torch/torch.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "open_spiel/abseil-cpp/absl/algorithm/container.h"
#include "open_spiel/abseil-cpp/absl/strings/match.h"
#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/abseil-cpp/absl/time/clock.h"
#include "open_spiel/abseil-cpp/absl/time/time.h"
#include "open_spiel/algorithms/alpha_zero_torch/model.cc"
#include "open_spiel/utils/data_logger.h"
#include "open_spiel/utils/json.h"
#include "open_spiel/utils/logger.h"
#include "open_spiel/utils/serializable_circular_buffer.h"
#include "open_spiel/utils/thread.h"
#include "weights.h"

namespace trictrac_alphazero {
namespace {

namespace torch_az = open_spiel::algorithms::torch_az;

// The run in progress, for what replaces parts of OpenSpiel, which it calls
// without any argument of ours.
struct Run {
  const TrainingOptions* options = nullptr;
  open_spiel::StopToken* stop = nullptr;
  size_t observation_size = 0;
  open_spiel::Action num_actions = 0;
  std::atomic<int64_t> games_played{0};
};
Run current_run;

// Nothing may be thrown through the learner, whose threads would then end the
// process without a word: while a run goes on, an error goes to `on_failure`.
template <class Work>
void OrFail(const Work& work) {
  try {
    work();
  } catch (const std::exception& error) {
    if (current_run.options == nullptr) throw;
    current_run.options->on_failure(error.what());
  }
}

}  // namespace
}  // namespace trictrac_alphazero

// What torch::save and torch::load are for the two kinds of values that
// vpnet.cc calls them with. As no templates, and with the very types of its
// arguments, they are preferred to LibTorch's.
namespace torch {

using open_spiel::algorithms::torch_az::Model;

void save(const Model& model, std::string&& path) {
  trictrac_alphazero::OrFail([&] {
    trictrac_alphazero::WriteTensors(trictrac_alphazero::WeightsOf(*model),
                                     path);
  });
}

void load(Model& model, std::string&& path, Device& device) {
  trictrac_alphazero::OrFail([&] {
    trictrac_alphazero::ReadTensors(trictrac_alphazero::WeightsOf(*model),
                                    path);
  });
}

void save(const optim::Adam& adam, std::string&& path) {
  trictrac_alphazero::OrFail([&] {
    const trictrac_alphazero::AdamMemory memory(const_cast<optim::Adam&>(adam));
    trictrac_alphazero::WriteTensors(memory.tensors, path);
  });
}

void load(optim::Adam& adam, std::string&& path, Device& device) {
  trictrac_alphazero::OrFail([&] {
    trictrac_alphazero::AdamMemory memory(adam);
    trictrac_alphazero::ReadTensors(memory.tensors, path);
    memory.TakeSteps();
  });
}

}  // namespace torch

// clang-format off: vpnet.cc uses what model.cc defines.
#include "open_spiel/algorithms/alpha_zero_torch/vpnet.cc"
#include "open_spiel/algorithms/alpha_zero_torch/vpevaluator.cc"
// clang-format on

namespace trictrac_alphazero {
namespace {

// OpenSpiel masks illegal actions with bytes, of which LibTorch warns once in
// every process: lets it do so where nobody is bothered.
void SilenceMaskWarning() {
  struct Silence : public c10::WarningHandler {
    void process(const c10::Warning& warning) override {}
  } silence;
  c10::WarningUtils::WarningHandlerGuard guard(&silence);
  torch::where(torch::ones(1, torch::kByte), torch::ones(1), torch::zeros(1));
}

}  // namespace

// In place of DataLoggerJsonLines: hands each step's record to `on_step`. The
// step's checkpoint and replay buffer are complete when the record is written.
class StepLogger {
 public:
  StepLogger(const std::string& path, const std::string& name, bool flush,
             const std::string& mode, absl::Time start_time)
      : start_time_(start_time) {}

  void Write(open_spiel::DataLogger::Record record) {
    absl::Time now = absl::Now();
    record.insert({
        {"time_str",
         absl::FormatTime("%Y-%m-%d %H:%M:%E6S %z", now, absl::UTCTimeZone())},
        {"time_abs", absl::ToUnixMicros(now) / 1000000.},
        {"time_rel", absl::ToDoubleSeconds(now - start_time_)},
    });
    if (current_run.options->on_step(open_spiel::json::ToString(record))) {
      current_run.stop->Stop();
    }
  }

 private:
  absl::Time start_time_;
};

// In place of FileLogger, which would log every action of every self-play game
// without end: counts the self-play games.
class GameCounter : public open_spiel::Logger {
 public:
  GameCounter(const std::string& path, const std::string& name,
              const std::string& mode = "w")
      : counts_(absl::StartsWith(name, "actor-")) {}

  using open_spiel::Logger::Print;
  void Print(const std::string& line) override {
    if (counts_ && absl::StartsWith(line, "Game ")) {
      ++current_run.games_played;
    }
  }

 private:
  bool counts_;
};

// In place of SerializableCircularBuffer, whose SaveBuffer and LoadBuffer take
// no notice of a full disk, a truncated file or states of another game, which
// the learner would write outside of its arrays. Same file format.
template <class T>
class CheckedReplayBuffer : public open_spiel::CircularBuffer<T> {
 public:
  using open_spiel::CircularBuffer<T>::CircularBuffer;

  void SaveBuffer(const std::string& path) const {
    nop::Serializer<nop::StreamWriter<std::ofstream>> serializer{path};
    bool written = serializer.Write(this->max_size_) &&
                   serializer.Write(this->total_added_) &&
                   serializer.Write(this->data_);
    std::ofstream& stream = serializer.writer().stream();
    stream.close();
    if (!written || !stream) Fail("cannot write ", path);
  }

  void LoadBuffer(const std::string& path) {
    nop::Deserializer<nop::StreamReader<std::ifstream>> deserializer{path};
    int max_size = 0;
    bool fits = false;
    OrFail([&] {
      fits = deserializer.Read(&max_size) && max_size == this->max_size_ &&
             deserializer.Read(&this->total_added_) &&
             deserializer.Read(&this->data_);
    });
    if (!fits || this->Size() > max_size ||
        !std::all_of(this->data_.begin(), this->data_.end(), IsOfThisGame)) {
      Fail(
          "this is no replay buffer of the size and game in the "
          "configuration: ",
          path);
    }
  }

 private:
  static bool IsOfThisGame(const T& state) {
    auto is_action = [](open_spiel::Action action) {
      return 0 <= action && action < current_run.num_actions;
    };
    return state.observations.size() == current_run.observation_size &&
           absl::c_all_of(state.legal_actions, is_action) &&
           absl::c_all_of(state.policy,
                          [&](const auto& entry) {
                            return is_action(entry.first) &&
                                   std::isfinite(entry.second);
                          }) &&
           std::isfinite(state.value);
  }

  static void Fail(const std::string& message, const std::string& path) {
    current_run.options->on_failure(message + path);
  }
};

}  // namespace trictrac_alphazero

namespace open_spiel::algorithms::torch_az {
using trictrac_alphazero::CheckedReplayBuffer;
using trictrac_alphazero::GameCounter;
using trictrac_alphazero::StepLogger;
}  // namespace open_spiel::algorithms::torch_az

#define DataLoggerJsonLines StepLogger
#define FileLogger GameCounter
#define SerializableCircularBuffer CheckedReplayBuffer
#include "open_spiel/algorithms/alpha_zero_torch/alpha_zero.cc"
#undef DataLoggerJsonLines
#undef FileLogger
#undef SerializableCircularBuffer

namespace trictrac_alphazero {

void Train(const TrainingOptions& options) {
  for (absl::string_view name : absl::StrSplit(options.config.devices, ',')) {
    torch::Device device(torch_az::TorchDeviceName(std::string(name)));
    int number = device.has_index() ? device.index() : 0;
    if (device.is_cuda() &&
        number >= static_cast<int>(torch::cuda::device_count())) {
      throw std::runtime_error(absl::StrCat(
          "the device ", name, " is not available to this LibTorch"));
    }
  }
  SilenceMaskWarning();
  at::set_num_threads(options.torch_threads);
  torch::manual_seed(options.seed);

  open_spiel::StopToken stop;
  current_run.options = &options;
  current_run.stop = &stop;
  current_run.games_played = 0;
  std::shared_ptr<const open_spiel::Game> game =
      open_spiel::LoadGame(options.config.game);
  current_run.observation_size = game->ObservationTensorSize();
  current_run.num_actions = game->NumDistinctActions();
  bool started = torch_az::AlphaZero(options.config, &stop, options.resuming);
  current_run.options = nullptr;
  current_run.stop = nullptr;
  if (!started) {
    throw std::runtime_error("OpenSpiel's AlphaZero refused to start");
  }
}

int64_t GamesPlayed() { return current_run.games_played; }

void CreateNetwork(const torch_az::AlphaZeroConfig& config, uint64_t seed) {
  torch::manual_seed(seed);
  const std::string description = "vpnet.pb";
  std::shared_ptr<const open_spiel::Game> game =
      open_spiel::LoadGame(config.game);
  if (!torch_az::CreateGraphDef(
          *game, config.learning_rate, config.weight_decay, config.path,
          description, config.nn_model, config.nn_width, config.nn_depth)) {
    throw std::runtime_error("cannot write the network in " + config.path);
  }
  torch_az::VPNetModel(*game, config.path, description).SaveCheckpoint(0);
}

LessonLosses Teach(const torch_az::AlphaZeroConfig& config,
                   const Lessons& lessons, int passes, uint64_t seed) {
  using torch_az::VPNetModel;
  SilenceMaskWarning();
  // As in self-play: batches are too small to be shared by threads.
  at::set_num_threads(1);
  torch::manual_seed(seed);
  TrainingOptions options;
  options.on_failure = [](const std::string& message) {
    throw std::runtime_error(message);
  };
  current_run.options = &options;

  const std::string description = "vpnet.pb";
  std::shared_ptr<const open_spiel::Game> game =
      open_spiel::LoadGame(config.game);
  const bool is_new = config.graph_def.empty();
  if (is_new && !torch_az::CreateGraphDef(*game, config.learning_rate,
                                          config.weight_decay, config.path,
                                          description, config.nn_model,
                                          config.nn_width, config.nn_depth)) {
    throw std::runtime_error("cannot write the network in " + config.path);
  }
  VPNetModel model(*game, config.path, description);
  if (!is_new) model.LoadCheckpoint(VPNetModel::kMostRecentCheckpointStep);
  auto lesson = [&lessons](int64_t index) {
    VPNetModel::TrainInputs inputs;
    const float* observation =
        lessons.observations + index * lessons.observation_size;
    inputs.observations.assign(observation,
                               observation + lessons.observation_size);
    for (int64_t i = index == 0 ? 0 : lessons.ends[index - 1];
         i < lessons.ends[index]; ++i) {
      inputs.legal_actions.push_back(lessons.actions[i]);
      inputs.policy.push_back({lessons.actions[i], lessons.policy[i]});
    }
    inputs.value = lessons.values[index];
    return inputs;
  };

  std::mt19937_64 rng(seed);
  std::vector<int64_t> order(lessons.count);
  std::iota(order.begin(), order.end(), 0);
  VPNetModel::LossInfo losses;
  for (int pass = 0; pass < passes; ++pass) {
    std::shuffle(order.begin(), order.end(), rng);
    losses = VPNetModel::LossInfo();
    const int64_t batch_size = config.train_batch_size;
    for (int64_t start = 0; start + batch_size <= lessons.count;
         start += batch_size) {
      std::vector<VPNetModel::TrainInputs> batch;
      batch.reserve(batch_size);
      for (int64_t i = start; i < start + batch_size; ++i) {
        batch.push_back(lesson(order[i]));
      }
      losses += model.Learn(batch);
    }
  }
  model.SaveCheckpoint(VPNetModel::kMostRecentCheckpointStep);
  CheckedReplayBuffer<VPNetModel::TrainInputs> buffer(
      config.replay_buffer_size);
  for (int64_t i =
           std::max<int64_t>(0, lessons.count - config.replay_buffer_size);
       i < lessons.count; ++i) {
    buffer.Add(lesson(i));
  }
  buffer.SaveBuffer(config.path + "/replay_buffer.data");
  current_run.options = nullptr;
  if (passes == 0) return {};
  return {losses.Policy(), losses.Value(), losses.L2()};
}

WeightHeaders HeadersFor(const std::string& folder,
                         const std::string& description) {
  const torch_az::ModelConfig shape =
      torch_az::LoadModelConfig(folder, description);
  torch_az::Model network(shape, "cpu");
  torch::optim::Adam adam(network->parameters(),
                          torch::optim::AdamOptions(shape.learning_rate));
  return {HeaderFor(WeightsOf(*network)), HeaderFor(AdamMemory(adam).tensors)};
}

struct NetworkEvaluator::Network {
  torch_az::DeviceManager devices;
  std::unique_ptr<torch_az::VPNetEvaluator> evaluator;
};

NetworkEvaluator::NetworkEvaluator(const open_spiel::Game& game,
                                   const std::string& folder,
                                   const std::string& description,
                                   const std::string& weights, int cache_size)
    : network_(std::make_unique<Network>()) {
  SilenceMaskWarning();
  // Several bots play in several processes; one thread each is fastest.
  at::set_num_threads(1);
  torch_az::VPNetModel model(game, folder, description, "cpu:0");
  model.LoadCheckpoint(absl::StrCat(folder, "/", weights));
  network_->devices.AddDevice(std::move(model));
  network_->evaluator = std::make_unique<torch_az::VPNetEvaluator>(
      &network_->devices, /*batch_size=*/1, /*threads=*/0, cache_size);
}

NetworkEvaluator::~NetworkEvaluator() = default;

std::vector<double> NetworkEvaluator::Evaluate(const open_spiel::State& state) {
  return network_->evaluator->Evaluate(state);
}

open_spiel::ActionsAndProbs NetworkEvaluator::Prior(
    const open_spiel::State& state) {
  return network_->evaluator->Prior(state);
}

double NetworkEvaluator::SecondsPerState(const open_spiel::State& state,
                                         int batch_size) {
  constexpr int kCalls = 200;
  std::vector<torch_az::VPNetModel::InferenceInputs> batch(
      batch_size, {state.LegalActions(), state.ObservationTensor()});
  torch_az::DeviceManager::DeviceLoan model = network_->devices.Get(batch_size);
  absl::Time start = absl::Now();
  for (int i = 0; i < kCalls; ++i) model->Inference(batch);
  return absl::ToDoubleSeconds(absl::Now() - start) / (kCalls * batch_size);
}

}  // namespace trictrac_alphazero
