// Python module trictrac_spiel._core. Loading it registers the game in the
// registry of the pyspiel.so that it is linked against. Beside that it shows
// Python the game's classes and structs, and hands positions to and from
// `trictrac_spiel._engine`, which answers all that needs no class of pyspiel.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

// What the engine refuses is a ValueError in our own functions.
template <typename Call>
auto Asked(Call&& call) {
  try {
    return call();
  } catch (const rust::Error& error) {
    throw py::value_error(error.what());
  }
}

// Text for JSON to come: what is nested without end would use up the stack.
std::string Shallow(const std::string& json) {
  if (IsTooDeep(json)) {
    throw py::value_error("the JSON is nested too deeply to be Trictrac's");
  }
  return json;
}

template <typename Struct, typename Base>
py::class_<Struct, Base> BindStruct(py::module_& m, const char* name) {
  return py::class_<Struct, Base>(m, name)
      .def(py::init<>())
      .def(py::init(
               [](const std::string& json) { return Struct(Shallow(json)); }),
           py::arg("json"))
      .def(py::init([](const py::dict& fields) {
             const py::object text =
                 py::module_::import("json").attr("dumps")(fields);
             return Struct(Shallow(text.cast<std::string>()));
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
  py::class_<TrictracWayMove>(m, "TrictracWayMove")
      .def_readonly("from_", &TrictracWayMove::from)
      .def_readonly("dice", &TrictracWayMove::dice)
      .def_readonly("rests", &TrictracWayMove::rests)
      .def_readonly("to", &TrictracWayMove::to);
  py::class_<TrictracEvent>(m, "TrictracEvent")
      .def_readonly("jan", &TrictracEvent::jan)
      .def_readonly("ways", &TrictracEvent::ways)
      .def_readonly("points", &TrictracEvent::points)
      .def_readonly("to", &TrictracEvent::to)
      .def_readonly("field", &TrictracEvent::field)
      .def_readonly("ways_detail", &TrictracEvent::ways_detail);

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
      "provoke_panic",
      [](const std::string& message) { engine::provoke_panic(message); },
      "Panics inside the engine, to show that it ends as an exception.");
  BindGame(m);
  m.def(
      "position_bytes",
      [](const State& state) -> std::optional<py::bytes> {
        const auto* ours = dynamic_cast<const TrictracState*>(&state);
        if (ours == nullptr) return std::nullopt;
        const auto bytes = engine::position_bytes(ours->position());
        return py::bytes(reinterpret_cast<const char*>(bytes.data()),
                         bytes.size());
      },
      py::arg("state"),
      "The engine's position, for `_engine.Position.from_bytes`; None for "
      "another game.");
  m.def(
      "state_from_bytes",
      [](const TrictracGame& game, const py::bytes& bytes) {
        const std::string_view view = bytes;
        return Asked([&] {
          return game.StateFrom(engine::position_from_bytes(
              {reinterpret_cast<const uint8_t*>(view.data()), view.size()}));
        });
      },
      py::arg("game"), py::arg("bytes"),
      "The state of a game in the position of `_engine.Position.bytes`.");
}

}  // namespace
}  // namespace trictrac
}  // namespace open_spiel

PYBIND11_MODULE(_core, m) { open_spiel::trictrac::BindModule(m); }
