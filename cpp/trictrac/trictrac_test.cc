// OpenSpiel's own conformance tests on the game, without Python.

#include "open_spiel/spiel.h"
#include "open_spiel/tests/basic_tests.h"

namespace open_spiel {
namespace trictrac {
namespace {

void BasicTests() {
  testing::LoadGameTest("trictrac");
  testing::RandomSimTest(*LoadGame("trictrac"), /*num_sims=*/10);
}

}  // namespace
}  // namespace trictrac
}  // namespace open_spiel

int main() { open_spiel::trictrac::BasicTests(); }
