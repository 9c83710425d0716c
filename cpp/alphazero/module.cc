// The Python module `trictrac_spiel._alphazero`. It speaks pyspiel's types, so
// pyspiel must be imported first; _src/train/native_alphazero.py sees to that.

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>

#include "alphazero.h"
#include "mcts_bot.h"
#include "open_spiel/algorithms/mcts.h"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_bots.h"
#include "profile.h"

namespace py = pybind11;

namespace {

using open_spiel::algorithms::Evaluator;
using open_spiel::algorithms::torch_az::AlphaZeroConfig;
using trictrac_alphazero::NetworkEvaluator;
using trictrac_alphazero::TrainingOptions;
using FloatArray = py::array_t<float, py::array::c_style>;

template <typename T>
void Take(py::dict& from, const char* name, T* value) {
  *value = from.attr("pop")(name).cast<T>();
}

// `fields` names every field of OpenSpiel's AlphaZeroConfig and nothing else.
AlphaZeroConfig ConfigFromDict(py::dict fields) {
  fields = fields.attr("copy")();
  AlphaZeroConfig config;
  Take(fields, "game", &config.game);
  Take(fields, "path", &config.path);
  Take(fields, "graph_def", &config.graph_def);
  Take(fields, "nn_model", &config.nn_model);
  Take(fields, "nn_width", &config.nn_width);
  Take(fields, "nn_depth", &config.nn_depth);
  Take(fields, "devices", &config.devices);
  Take(fields, "explicit_learning", &config.explicit_learning);
  Take(fields, "learning_rate", &config.learning_rate);
  Take(fields, "weight_decay", &config.weight_decay);
  Take(fields, "train_batch_size", &config.train_batch_size);
  Take(fields, "inference_batch_size", &config.inference_batch_size);
  Take(fields, "inference_threads", &config.inference_threads);
  Take(fields, "inference_cache", &config.inference_cache);
  Take(fields, "replay_buffer_size", &config.replay_buffer_size);
  Take(fields, "replay_buffer_reuse", &config.replay_buffer_reuse);
  Take(fields, "checkpoint_freq", &config.checkpoint_freq);
  Take(fields, "evaluation_window", &config.evaluation_window);
  Take(fields, "uct_c", &config.uct_c);
  Take(fields, "max_simulations", &config.max_simulations);
  Take(fields, "policy_alpha", &config.policy_alpha);
  Take(fields, "policy_epsilon", &config.policy_epsilon);
  Take(fields, "temperature", &config.temperature);
  Take(fields, "temperature_drop", &config.temperature_drop);
  Take(fields, "cutoff_probability", &config.cutoff_probability);
  Take(fields, "cutoff_value", &config.cutoff_value);
  Take(fields, "actors", &config.actors);
  Take(fields, "evaluators", &config.evaluators);
  Take(fields, "eval_levels", &config.eval_levels);
  Take(fields, "max_steps", &config.max_steps);
  if (!fields.empty()) {
    throw py::value_error("unknown field: " +
                          py::str(fields.begin()->first).cast<std::string>());
  }
  return config;
}

void Train(const py::dict& fields, bool resuming, uint64_t seed,
           int torch_threads, const py::function& on_step,
           const py::function& on_failure) {
  // Nothing may be thrown through the learner, whose threads would then end the
  // process: an exception of the callback stops the run and is raised after it.
  std::exception_ptr raised;

  TrainingOptions options;
  options.config = ConfigFromDict(fields);
  options.resuming = resuming;
  options.seed = seed;
  options.torch_threads = torch_threads;
  options.on_step = [&](const std::string& record) {
    py::gil_scoped_acquire gil;
    try {
      return py::bool_(on_step(record)).cast<bool>();
    } catch (const py::error_already_set&) {
      raised = std::current_exception();
      return true;
    }
  };
  options.on_failure = [&](const std::string& message) {
    py::gil_scoped_acquire gil;
    on_failure(message);
  };
  {
    py::gil_scoped_release no_gil;
    trictrac_alphazero::Train(options);
  }
  if (raised) std::rethrow_exception(raised);
}

}  // namespace

PYBIND11_MODULE(_alphazero, m) {
  m.doc() = "OpenSpiel's C++ AlphaZero: training, and networks as evaluators.";
  m.attr("TORCH_VERSION") = TRICTRAC_TORCH_VERSION;

  m.def("train", &Train, py::arg("config"), py::arg("resuming"),
        py::arg("seed"), py::arg("torch_threads"), py::arg("on_step"),
        py::arg("on_failure"),
        "Runs OpenSpiel's AlphaZero in this process, without the GIL.\n\n"
        "on_step(record) gets each step's record as JSON once the step's files "
        "are complete and returns whether to stop; on_failure(message) must "
        "not return.");
  m.def(
      "teach",
      [](const py::dict& config, uint64_t seed, const FloatArray& observations,
         const py::array_t<uint16_t, py::array::c_style>& actions,
         const FloatArray& policy,
         const py::array_t<int64_t, py::array::c_style>& ends,
         const FloatArray& values, int passes) {
        trictrac_alphazero::Lessons lessons;
        lessons.count = ends.size();
        lessons.observation_size = observations.shape(1);
        if (observations.shape(0) != ends.size() ||
            values.size() != ends.size() || actions.size() != policy.size() ||
            (ends.size() > 0 && ends.at(ends.size() - 1) != actions.size())) {
          throw py::value_error("the lessons' arrays do not fit one another");
        }
        lessons.observations = observations.data();
        lessons.actions = actions.data();
        lessons.policy = policy.data();
        lessons.ends = ends.data();
        lessons.values = values.data();
        AlphaZeroConfig options = ConfigFromDict(config);
        trictrac_alphazero::LessonLosses losses;
        {
          py::gil_scoped_release no_gil;
          losses = trictrac_alphazero::Teach(options, lessons, passes, seed);
        }
        return py::make_tuple(losses.policy, losses.value, losses.l2);
      },
      py::arg("config"), py::arg("seed"), py::arg("observations"),
      py::arg("actions"), py::arg("policy"), py::arg("ends"), py::arg("values"),
      py::arg("passes"),
      "Creates a network that has learned these decisions, with what a resumed "
      "run begins with; returns the losses of policy, value and weights.");
  m.def("games_played", &trictrac_alphazero::GamesPlayed,
        "Self-play games finished by the current run.");

  py::class_<NetworkEvaluator, Evaluator, std::shared_ptr<NetworkEvaluator>>(
      m, "NetworkEvaluator")
      .def(py::init<const open_spiel::Game&, const std::string&,
                    const std::string&, const std::string&, int>(),
           py::arg("game"), py::arg("folder"), py::arg("description"),
           py::arg("weights"), py::arg("cache_size"))
      .def("evaluate", &NetworkEvaluator::Evaluate, py::arg("state"),
           py::call_guard<py::gil_scoped_release>(),
           "Values of a decision node for players 0 and 1.")
      .def("prior", &NetworkEvaluator::Prior, py::arg("state"),
           py::call_guard<py::gil_scoped_release>(),
           "The policy at a decision node, as (action, probability).")
      .def("seconds_per_state", &NetworkEvaluator::SecondsPerState,
           py::arg("state"), py::arg("batch_size"),
           py::call_guard<py::gil_scoped_release>(),
           "Mean time of the network for a state in a batch of this size.");

  m.def(
      "create_network",
      [](const py::dict& config, uint64_t seed) {
        trictrac_alphazero::CreateNetwork(ConfigFromDict(config), seed);
      },
      py::arg("config"), py::arg("seed"),
      "Writes an untrained network, vpnet.pb and checkpoint-0, into the path.");
  m.def(
      "weight_headers",
      [](const std::string& folder, const std::string& description) {
        trictrac_alphazero::WeightHeaders headers =
            trictrac_alphazero::HeadersFor(folder, description);
        return py::make_tuple(py::bytes(headers.network),
                              py::bytes(headers.optimizer));
      },
      py::arg("folder"), py::arg("description"),
      "How the safetensors files of a network and of its optimizer begin.");
  m.def(
      "profile_self_play",
      [](std::shared_ptr<const open_spiel::Game> game,
         std::shared_ptr<NetworkEvaluator> evaluator, double uct_c,
         int simulations, int64_t decisions, int seed) {
        trictrac_alphazero::Profile profile;
        {
          py::gil_scoped_release no_gil;
          profile = trictrac_alphazero::ProfileSelfPlay(
              game, evaluator, uct_c, simulations, decisions, seed);
        }
        py::dict result;
        result["decisions"] = profile.decisions;
        result["evaluations"] = profile.evaluations;
        result["engine_seconds"] = profile.engine_seconds;
        result["network_seconds"] = profile.network_seconds;
        result["search_seconds"] = profile.search_seconds;
        return result;
      },
      py::arg("game"), py::arg("evaluator"), py::arg("uct_c"),
      py::arg("simulations"), py::arg("decisions"), py::arg("seed"),
      "Times the parts of self-play, in one thread.");
  m.def(
      "make_bot",
      [](std::shared_ptr<const open_spiel::Game> game,
         std::shared_ptr<NetworkEvaluator> evaluator, double uct_c,
         int simulations, double seconds, int seed) {
        open_spiel::trictrac::MctsOptions options;
        options.uct_c = uct_c;
        options.simulations = simulations;
        options.seconds = seconds;
        options.seed = seed;
        options.selection = open_spiel::algorithms::ChildSelectionPolicy::PUCT;
        return open_spiel::trictrac::MakeMctsBot(std::move(game),
                                                 std::move(evaluator), options);
      },
      py::arg("game"), py::arg("evaluator"), py::arg("uct_c"),
      py::arg("simulations"), py::arg("seconds"), py::arg("seed"),
      "A bot that searches with a network as AlphaZero's self-play does.");
}
