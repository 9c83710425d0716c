// OpenSpiel's own conformance tests on the game, without Python, for the
// default game and for every value of every parameter.

#include "trictrac.h"

#include <iostream>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "open_spiel/abseil-cpp/absl/strings/match.h"
#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/abseil-cpp/absl/types/span.h"
#include "open_spiel/policy.h"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_utils.h"
#include "open_spiel/tests/basic_tests.h"

namespace open_spiel {
namespace trictrac {
namespace {

// Every value of every parameter, one at a time, and what crosses badly.
std::vector<std::string> Games() {
  return {
      "trictrac",
      "trictrac(dice=unordered)",
      "trictrac(dice=sequential)",
      "trictrac(utility=margin)",
      "trictrac(utility=score)",
      "trictrac(utility=score,dice=sequential,max_turns=60)",
      "trictrac(observation=compact)",
      "trictrac(observation=planes)",
      "trictrac(max_turns=1)",
      "trictrac(max_turns=40)",
      "trictrac(holes=1)",
      "trictrac(holes=3)",
      "trictrac(holes=1,exit_dead_number_penalty=True)",
      "trictrac(game_value=double,utility=margin)",
      "trictrac(game_value=quadruple,utility=margin)",
      "trictrac(first_roll_no_double=False)",
      "trictrac(exit_rule=min_overflow)",
      "trictrac(exit_rule=sequential)",
      "trictrac(exact_exit_mandatory=True)",
      "trictrac(exit_dead_number_penalty=True)",
      "trictrac(pile_de_misere=False)",
      "trictrac(jan_de_rencontre=True)",
      "trictrac(margot=True)",
  };
}

void CheckNode(const State& state) {
  // Wrappers ask at every node, chance and terminal ones included.
  for (Player player = 0; player < state.NumPlayers(); ++player) {
    state.ObservationTensor(player);
    state.ObservationString(player);
    state.InformationStateString(player);
    state.PlayerReward(player);
    state.PlayerReturn(player);
    state.LegalActions(player);
  }
  const std::vector<State::PlayerAction>& history = state.FullHistory();
  if (state.IsTerminal() && !history.empty()) {
    SPIEL_CHECK_NE(history.back().player, kChancePlayerId);
  }
  std::unique_ptr<State> again =
      state.GetGame()->NewInitialState(nlohmann::json::parse(state.ToJson()));
  SPIEL_CHECK_EQ(again->ToString(), state.ToString());
  SPIEL_CHECK_EQ(again->ToJson(), state.ToJson());
  if (state.IsPlayerNode()) {
    for (Action action : state.LegalActions()) {
      SPIEL_CHECK_EQ(state.StructToActions(*state.ActionToStruct(action)).at(0),
                     action);
      SPIEL_CHECK_EQ(state.StringToAction(state.ActionToString(action)),
                     action);
    }
  }
}

void ConformanceTests(const std::string& name, int num_sims) {
  std::cout << "conformance: " << name << std::endl;
  testing::LoadGameTest(name);
  std::shared_ptr<const Game> game = LoadGame(name);
  SPIEL_CHECK_EQ(LoadGame(game->ToString())->ToString(), game->ToString());
  testing::ChanceOutcomesTest(*game);
  testing::RandomSimTest(*game, num_sims, /*serialize=*/true,
                         /*verbose=*/false, /*mask_test=*/true, &CheckNode);
  testing::ResampleInfostateTest(*game, /*num_sims=*/1);
}

void PolicyTests() {
  std::shared_ptr<const Game> game = LoadGame("trictrac(max_turns=60)");
  testing::TestPoliciesCanPlay(UniformPolicy(), *game, /*numSims=*/2);
  std::vector<Action> every_action(game->NumDistinctActions());
  std::iota(every_action.begin(), every_action.end(), 0);
  testing::TestPoliciesCanPlay(PreferredActionPolicy(every_action), *game,
                               /*numSims=*/2);
  std::shared_ptr<const Game> one_turn = LoadGame("trictrac(max_turns=1)");
  const auto tabular = [](const Game& game) { return GetUniformPolicy(game); };
  testing::TestPoliciesCanPlay(tabular, *one_turn, /*numSims=*/2);
  testing::TestEveryInfostateInPolicy(tabular, *one_turn);
}

void UndoTests() {
  // Undone all the way back at many nodes: short games keep that quick.
  for (const char* name :
       {"trictrac(max_turns=120)", "trictrac(max_turns=120,dice=sequential)",
        "trictrac(max_turns=120,utility=score)"}) {
    testing::RandomSimTestWithUndo(*LoadGame(name), /*num_sims=*/2);
  }
}

void ObserverTests() {
  for (const char* name : {"trictrac", "trictrac(observation=planes)"}) {
    std::shared_ptr<const Game> game = LoadGame(name);
    testing::RandomSimTestCustomObserver(*game,
                                         game->MakeObserver(absl::nullopt, {}));
    testing::RandomSimTestCustomObserver(
        *game, game->MakeObserver(absl::nullopt,
                                  {{"name", GameParameter("single_tensor")}}));
  }
}

// The smallest tree in which every transition can be tried.
void ChanceOutcomesAreConsistent() {
  for (const char* dice : {"ordered", "unordered", "sequential"}) {
    testing::CheckChanceOutcomes(
        *LoadGame(absl::StrCat("trictrac(max_turns=1,dice=", dice, ")")));
  }
}

// Defaults stand in TrictracGameParams and in the engine; they must agree.
void DefaultsAreTheEngines() {
  auto game =
      std::dynamic_pointer_cast<const TrictracGame>(LoadGame("trictrac"));
  SPIEL_CHECK_TRUE(game->settings().start == engine::parse_settings({}).start);
  SPIEL_CHECK_EQ(
      LoadGame(TrictracGameParams())->ToString(),
      LoadGame(LoadGame(TrictracGameParams())->ToString())->ToString());
}

// Wrong arguments that Python can't make; errors are fatal, so they are thrown
// here.
void WrongCallsAreRefused() {
  SetErrorHandler(
      [](const std::string& message) { throw std::runtime_error(message); });
  std::unique_ptr<State> state = LoadGame("trictrac")->NewInitialState();
  std::vector<float> tensor(3);
  std::string said;
  try {
    state->ObservationTensor(0, absl::MakeSpan(tensor));
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  SPIEL_CHECK_TRUE(absl::StrContains(said, "217"));
  SPIEL_CHECK_TRUE(absl::StrContains(said, "tt1 p0 roll"));
}

// Plays thousands of random games: no roll ends one, whatever the options.
void NoRollEndsAGame(const std::string& name, int num_games) {
  std::shared_ptr<const Game> game = LoadGame(name);
  std::mt19937 rng(20261118);
  for (int i = 0; i < num_games; ++i) {
    std::unique_ptr<State> state = game->NewInitialState();
    while (!state->IsTerminal()) {
      const bool is_roll = state->IsChanceNode();
      if (is_roll) {
        state->ApplyAction(SampleAction(state->ChanceOutcomes(), rng).first);
        SPIEL_CHECK_FALSE(state->IsTerminal());
      } else {
        const std::vector<Action> actions = state->LegalActions();
        std::uniform_int_distribution<size_t> any(0, actions.size() - 1);
        state->ApplyAction(actions[any(rng)]);
      }
    }
    SPIEL_CHECK_LE(state->FullHistory().size(), game->MaxHistoryLength());
  }
}

void NoRollEndsAGameTests() {
  for (const char* dice : {"ordered", "unordered", "sequential"}) {
    for (const char* options :
         {"holes=1", "holes=1,exit_dead_number_penalty=True", "holes=12",
          "holes=2,exit_rule=sequential,margot=True", "max_turns=7"}) {
      NoRollEndsAGame(absl::StrCat("trictrac(dice=", dice, ",", options, ")"),
                      /*num_games=*/400);
    }
  }
}

}  // namespace
}  // namespace trictrac
}  // namespace open_spiel

int main() {
  namespace trictrac = open_spiel::trictrac;
  for (const std::string& name : trictrac::Games()) {
    trictrac::ConformanceTests(name, name == "trictrac" ? 10 : 2);
  }
  trictrac::PolicyTests();
  trictrac::UndoTests();
  trictrac::ObserverTests();
  trictrac::ChanceOutcomesAreConsistent();
  trictrac::DefaultsAreTheEngines();
  trictrac::NoRollEndsAGameTests();
  trictrac::WrongCallsAreRefused();
}
