// Python module trictrac_spiel._core. Loading it registers the game in the
// registry of the pyspiel.so that it is linked against. Beside that it shows
// Python the game's classes and structs, and the engine's positions.

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "open_spiel/spiel.h"
#include "pybind11/pybind11.h"
#include "pybind11/stl.h"
#include "rust/cxx.h"
#include "trictrac.h"
#include "trictrac_bridge_cxx/lib.h"

namespace open_spiel {
namespace trictrac {
namespace {

namespace py = pybind11;
using engine::Position;

// What the engine refuses is a ValueError in our own functions.
template <typename Call>
auto Asked(Call&& call) {
  try {
    return call();
  } catch (const rust::Error& error) {
    throw py::value_error(error.what());
  }
}

std::string Text(const rust::String& text) { return std::string(text); }

std::vector<int> Ints(const rust::Vec<int32_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

template <typename T>
rust::Slice<const T> Slice(const std::vector<T>& values) {
  return {values.data(), values.size()};
}

using Options = std::vector<std::pair<std::string, std::string>>;

std::vector<engine::Parameter> Parameters(const Options& options) {
  std::vector<engine::Parameter> parameters;
  for (const auto& [name, value] : options) {
    parameters.push_back({name, value});
  }
  return parameters;
}

py::list Events(const rust::Vec<engine::Event>& events) {
  py::list result;
  for (const engine::Event& event : events) {
    py::object field = py::none();
    if (event.field != 0) field = py::int_(event.field);
    result.append(
        py::dict(py::arg("jan") = Text(event.jan), py::arg("ways") = event.ways,
                 py::arg("points") = event.points,
                 py::arg("to") = Text(event.to), py::arg("field") = field));
  }
  return result;
}

std::vector<std::pair<int, int>> Steps(const rust::Vec<engine::Step>& steps) {
  std::vector<std::pair<int, int>> result;
  for (const engine::Step& step : steps) {
    result.emplace_back(step.from, step.to);
  }
  return result;
}

std::vector<engine::Step> FromPython(
    const std::vector<std::pair<int, int>>& steps) {
  std::vector<engine::Step> result;
  for (const auto& [from, to] : steps) result.push_back({from, to});
  return result;
}

std::vector<int64_t> LegalActions(const Position& position) {
  std::vector<int64_t> actions(kNumDistinctActions);
  actions.resize(Asked([&] {
    return engine::legal_actions(position, {actions.data(), actions.size()});
  }));
  return actions;
}

size_t Product(const rust::Vec<int32_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), size_t{1},
                         std::multiplies<size_t>());
}

std::vector<float> Observe(const Position& position, const std::string& kind,
                           int player) {
  return Asked([&] {
    const engine::Observation observation = engine::observation_named(kind);
    std::vector<float> values(Product(engine::observation_shape(observation)));
    engine::observe(position, observation, player,
                    {values.data(), values.size()});
    return values;
  });
}

std::pair<std::optional<int>, int> OutcomeOf(const Position& position) {
  const engine::Outcome outcome =
      Asked([&] { return engine::outcome(position); });
  std::optional<int> winner;
  if (outcome.winner >= 0) winner = outcome.winner;
  return {winner, outcome.value};
}

// A side as Python gives it: points, holes, bredouille.
using SideFields = std::tuple<int64_t, int64_t, bool>;

engine::Side ToSide(const SideFields& side) {
  const auto& [points, holes, bredouille] = side;
  return {points, holes, bredouille};
}

py::dict FromSide(const engine::Side& side) {
  return py::dict(py::arg("points") = side.points,
                  py::arg("holes") = side.holes,
                  py::arg("bredouille") = side.bredouille);
}

template <typename T>
rust::Vec<T> ToRust(const std::vector<T>& values) {
  rust::Vec<T> result;
  for (const T& value : values) result.push_back(value);
  return result;
}

// The answer as it is written in JSON.
py::dict FromAnswer(const engine::Answer& answer) {
  py::list legal, plays;
  for (const engine::PlayAnswer& play : answer.plays) {
    legal.append(std::vector<int>(play.board.begin(), play.board.end()));
    plays.append(py::dict(py::arg("action") = play.action,
                          py::arg("text") = Text(play.text),
                          py::arg("steps") = Steps(play.steps)));
  }
  return py::dict(py::arg("legal") = legal, py::arg("plays") = plays,
                  py::arg("events") = Events(answer.events),
                  py::arg("mover_points") = answer.mover_points,
                  py::arg("opponent_points") = answer.opponent_points,
                  py::arg("numbers_played") = answer.numbers_played,
                  py::arg("exit") = answer.exit,
                  py::arg("after_marking") = py::dict(
                      py::arg("mover") = FromSide(answer.mover),
                      py::arg("opponent") = FromSide(answer.opponent)));
}

py::dict Analyse(const std::vector<int64_t>& board,
                 const std::vector<int64_t>& dice, int64_t rolls,
                 const SideFields& mover, const SideFields& opponent,
                 const Options& options) {
  const engine::Question question{
      ToRust(board), ToRust(dice),     rolls,
      ToSide(mover), ToSide(opponent), ToRust(Parameters(options))};
  return FromAnswer(Asked([&] { return engine::query(question); }));
}

// The named ranges of an observation: (name, start, end, meaning).
std::vector<std::tuple<std::string, int, int, std::string>> Layout(
    const std::string& observation) {
  return Asked([&] {
    std::vector<std::tuple<std::string, int, int, std::string>> result;
    for (const engine::LayoutEntry& entry :
         engine::layout(engine::observation_named(observation))) {
      result.emplace_back(Text(entry.name), entry.start, entry.end,
                          Text(entry.meaning));
    }
    return result;
  });
}

std::vector<std::pair<int64_t, double>> JudgeActions(
    const Position& position, const std::string& player) {
  std::vector<std::pair<int64_t, double>> result;
  for (const engine::JudgedAction& judged :
       Asked([&] { return engine::judge_actions(position, player); })) {
    result.emplace_back(judged.action, judged.worth);
  }
  return result;
}

void BindPosition(py::module_& m) {
  py::class_<Position>(m, "Position")
      .def(py::init([](const Options& options) {
             const std::vector<engine::Parameter> parameters =
                 Parameters(options);
             return Asked(
                 [&] { return engine::first_position(Slice(parameters)); });
           }),
           py::arg("options"))
      .def_static(
          "from_text",
          [](const std::string& text) {
            return Asked([&] { return engine::position_from_text(text); });
          },
          py::arg("text"))
      .def_static(
          "from_id",
          [](const Position& start, const std::string& id) {
            return Asked([&] { return engine::position_from_id(start, id); });
          },
          py::arg("start"), py::arg("id"))
      .def_property_readonly(
          "text",
          [](const Position& p) {
            return Asked([&] { return Text(engine::position_text(p)); });
          })
      .def_property_readonly(
          "id",
          [](const Position& p) {
            return Asked([&] { return Text(engine::position_id(p)); });
          })
      .def_property_readonly(
          "drawing",
          [](const Position& p) {
            return Asked([&] { return Text(engine::drawing(p)); });
          })
      .def_property_readonly("player",
                             [](const Position& p) { return int{p.player}; })
      .def_property_readonly(
          "mover",
          [](const Position& p) {
            return Asked([&] { return engine::snapshot(p).mover; });
          })
      .def("dice",
           [](const Position& p) {
             return Ints(Asked([&] { return engine::snapshot(p).dice; }));
           })
      .def("totals",
           [](const Position& p) {
             return Asked([&] { return engine::totals(p); });
           })
      .def("outcome", &OutcomeOf)
      .def("legal_actions", &LegalActions)
      .def(
          "apply",
          [](Position p, int64_t action) {
            Asked([&] { engine::apply_action(p, action); });
            return p;
          },
          py::arg("action"))
      .def(
          "apply_dice",
          [](Position p, const std::vector<int>& dice) {
            Asked([&] { engine::apply_dice(p, Slice(dice)); });
            return p;
          },
          py::arg("dice"))
      .def("events",
           [](const Position& p) {
             return Events(Asked([&] { return engine::events(p); }));
           })
      .def(
          "events_of_roll",
          [](const Position& p, const std::vector<int>& dice) {
            return Events(
                Asked([&] { return engine::events_of_roll(p, Slice(dice)); }));
          },
          py::arg("dice"))
      .def(
          "action_text",
          [](const Position& p, int64_t action) {
            return Asked([&] { return Text(engine::action_text(p, action)); });
          },
          py::arg("action"))
      .def(
          "parse_action",
          [](const Position& p, const std::string& text) {
            return Asked([&] { return engine::parse_action(p, text); });
          },
          py::arg("text"))
      .def(
          "steps",
          [](const Position& p, int64_t action) {
            return Asked(
                [&] { return Steps(engine::action_parts(p, action).steps); });
          },
          py::arg("action"))
      .def(
          "action_of_steps",
          [](const Position& p, const std::vector<std::pair<int, int>>& steps) {
            return Asked([&] {
              return engine::action_of_steps(p, Slice(FromPython(steps)));
            });
          },
          py::arg("steps"))
      .def(
          "explain",
          [](const Position& p, int64_t action) {
            return Asked([&] { return Text(engine::explain(p, action)); });
          },
          py::arg("action"))
      .def(
          "explain_steps",
          [](const Position& p, const std::vector<std::pair<int, int>>& steps) {
            return Asked([&] {
              return Text(engine::explain_steps(p, Slice(FromPython(steps))));
            });
          },
          py::arg("steps"))
      .def_property_readonly(
          "flag",
          [](const Position& p) -> std::optional<int> {
            int holder = Asked([&] { return engine::flag_holder(p); });
            if (holder < 0) return std::nullopt;
            return holder;
          })
      .def(
          "perft",
          [](const Position& p, uint32_t depth) {
            return Asked([&] { return engine::perft(p, depth); });
          },
          py::arg("depth"), py::call_guard<py::gil_scoped_release>())
      .def(
          "choose",
          [](const Position& p, const std::string& player) {
            return Asked([&] { return engine::choose(p, player); });
          },
          py::arg("player"))
      .def("judge_actions", &JudgeActions, py::arg("player"))
      .def("observe", &Observe, py::arg("observation"), py::arg("player"))
      .def("__eq__",
           [](const Position& a, const Position& b) { return a == b; })
      // Immutable, so a copy is the same.
      .def("__copy__", [](const Position& p) { return p; })
      .def("__deepcopy__", [](const Position& p, const py::dict&) { return p; })
      .def("__hash__",
           [](const Position& p) {
             return std::hash<std::string>()(
                 std::string(p.bytes.begin(), p.bytes.end()));
           })
      .def("__repr__",
           [](const Position& p) {
             return absl::StrCat(
                 "Position.from_text('",
                 Asked([&] { return Text(engine::position_text(p)); }), "')");
           })
      .def(py::pickle(
          [](const Position& p) {
            return Asked([&] { return Text(engine::position_text(p)); });
          },
          [](const std::string& text) {
            return Asked([&] { return engine::position_from_text(text); });
          }));
}

template <typename Struct, typename Base>
py::class_<Struct, Base> BindStruct(py::module_& m, const char* name) {
  return py::class_<Struct, Base>(m, name)
      .def(py::init<>())
      .def(py::init<const std::string&>(), py::arg("json"))
      .def(py::init([](const py::dict& fields) {
             const py::object text =
                 py::module_::import("json").attr("dumps")(fields);
             return Struct(text.cast<std::string>());
           }),
           py::arg("fields"));
}

template <typename Class>
void BindContents(Class& c) {
  using T = TrictracStructContents;
  c.def_readwrite("current_player", &T::current_player)
      .def_readwrite("mover", &T::mover)
      .def_readwrite("phase", &T::phase)
      .def_readwrite("board", &T::board)
      .def_readwrite("dice", &T::dice)
      .def_readwrite("points", &T::points)
      .def_readwrite("holes", &T::holes)
      .def_readwrite("bredouille", &T::bredouille)
      .def_readwrite("grande_bredouille", &T::grande_bredouille)
      .def_readwrite("rolls", &T::rolls)
      .def_readwrite("turns", &T::turns)
      .def_readwrite("first_roll", &T::first_roll)
      .def_readwrite("opening", &T::opening)
      .def_readwrite("winner", &T::winner)
      .def_readwrite("events", &T::events);
}

void BindGame(py::module_& m) {
  py::class_<TrictracEvent>(m, "TrictracEvent")
      .def_readonly("jan", &TrictracEvent::jan)
      .def_readonly("ways", &TrictracEvent::ways)
      .def_readonly("points", &TrictracEvent::points)
      .def_readonly("to", &TrictracEvent::to)
      .def_readonly("field", &TrictracEvent::field);

  auto state_struct =
      BindStruct<TrictracStateStruct, StateStruct>(m, "TrictracStateStruct");
  BindContents(state_struct);
  auto observation_struct =
      BindStruct<TrictracObservationStruct, ObservationStruct>(
          m, "TrictracObservationStruct");
  BindContents(observation_struct);
  observation_struct.def_readwrite(
      "observing_player", &TrictracObservationExtras::observing_player);
  auto action_struct =
      BindStruct<TrictracActionStruct, ActionStruct>(m, "TrictracActionStruct")
          .def_readwrite("type", &TrictracActionStruct::type)
          .def_readwrite("dice", &TrictracActionStruct::dice)
          .def_readwrite("steps", &TrictracActionStruct::steps);
  using Params = TrictracGameParams;
  auto game_params =
      BindStruct<Params, GameParametersStruct>(m, "TrictracGameParams")
          .def_readwrite("dice", &Params::dice)
          .def_readwrite("utility", &Params::utility)
          .def_readwrite("observation", &Params::observation)
          .def_readwrite("max_turns", &Params::max_turns)
          .def_readwrite("holes", &Params::holes)
          .def_readwrite("game_value", &Params::game_value)
          .def_readwrite("first_roll_no_double", &Params::first_roll_no_double)
          .def_readwrite("exit_rule", &Params::exit_rule)
          .def_readwrite("exact_exit_mandatory", &Params::exact_exit_mandatory)
          .def_readwrite("exit_dead_number_penalty",
                         &Params::exit_dead_number_penalty)
          .def_readwrite("pile_de_misere", &Params::pile_de_misere)
          .def_readwrite("jan_de_rencontre", &Params::jan_de_rencontre)
          .def_readwrite("margot", &Params::margot);

  // Pickled under a name of this module, so that unpickling registers the game.
  py::classh<TrictracState, State>(m, "TrictracState")
      // OpenSpiel's own refuse a wrong player without naming the position.
      .def("observation_tensor",
           [](const TrictracState& state, Player player) {
             state.CheckPlayer(player);
             return state.ObservationTensor(player);
           })
      .def("observation_tensor",
           [](const TrictracState& state) {
             state.CheckPlayer(state.CurrentPlayer());
             return state.ObservationTensor();
           })
      .def(py::pickle(
          [](const TrictracState& state) {
            return SerializeGameAndState(*state.GetGame(), state);
          },
          [](const std::string& data) {
            std::unique_ptr<State> state = DeserializeGameAndState(data).second;
            return std::unique_ptr<TrictracState>(
                dynamic_cast<TrictracState*>(state.release()));
          }));
  auto game = py::classh<TrictracGame, Game>(m, "TrictracGame")
                  .def(py::pickle(
                      [](const TrictracGame& game) { return game.Serialize(); },
                      [](const std::string& data) {
                        return std::const_pointer_cast<TrictracGame>(
                            std::dynamic_pointer_cast<const TrictracGame>(
                                DeserializeGame(data)));
                      }));
  game.attr("StateStruct") = state_struct;
  game.attr("ObservationStruct") = observation_struct;
  game.attr("ActionStruct") = action_struct;
  game.attr("GameParametersStruct") = game_params;
}

void BindModule(py::module_& m) {
  m.doc() = "Registers Trictrac with OpenSpiel.";
  m.def(
      "engine_version", [] { return std::string(engine::engine_version()); },
      "Version of the Rust engine.");
  m.def(
      "provoke_panic",
      [](const std::string& message) { engine::provoke_panic(message); },
      "Panics inside the engine, to show that it ends as an exception.");
  BindGame(m);
  BindPosition(m);
  m.def(
      "position_of",
      [](const State& state) -> std::optional<Position> {
        const auto* ours = dynamic_cast<const TrictracState*>(&state);
        if (ours == nullptr) return std::nullopt;
        return ours->position();
      },
      py::arg("state"), "The engine's position; None for another game.");
  m.def("analyse", &Analyse, py::arg("board"), py::arg("dice"),
        py::arg("rolls"), py::arg("mover"), py::arg("opponent"),
        py::arg("options"));
  m.def("layout", &Layout, py::arg("observation"));
}

}  // namespace
}  // namespace trictrac
}  // namespace open_spiel

PYBIND11_MODULE(_core, m) { open_spiel::trictrac::BindModule(m); }
