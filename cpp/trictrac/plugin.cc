// Python module trictrac_spiel._core. Loading it registers the game in the
// registry of the pyspiel.so that it is linked against.

#include "pybind11/pybind11.h"
#include "trictrac_bridge_cxx/lib.h"
#include "rust/cxx.h"

PYBIND11_MODULE(_core, m) {
  m.doc() = "Registers Trictrac with OpenSpiel.";
  m.def(
      "engine_version",
      [] { return std::string(trictrac_bridge::engine_version()); },
      "Version of the Rust engine.");
  m.def(
      "provoke_panic",
      [](const std::string& message) { trictrac_bridge::provoke_panic(message); },
      "Panics inside the engine, to show that it ends as an exception.");
}
