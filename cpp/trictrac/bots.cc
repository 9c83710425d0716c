// Registers the bot "trictrac_mcts", so that pyspiel.load_bot finds it.
//
// Parameters:
//   "simulations"  simulations per move                               (200)
//   "seconds"      thinking time per move; replaces simulations if > 0  (0)
//   "rollouts"     random games from each leaf; 0 for the careful player's
//                  judgement instead, which also guides the search      (0)
//   "uct_c"        exploration                 (2 with rollouts, else 0.1)
//   "seed"                                                              (0)

#include <memory>
#include <optional>
#include <string>

#include "careful_evaluator.h"
#include "mcts_bot.h"
#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/game_parameters.h"
#include "open_spiel/spiel.h"
#include "open_spiel/spiel_bots.h"
#include "open_spiel/spiel_utils.h"
#include "rust/cxx.h"
#include "trictrac.h"
#include "trictrac_bridge_cxx/lib.h"

namespace open_spiel {
namespace trictrac {
namespace {

int IntParameter(const std::string& name, const GameParameter& value) {
  if (!value.has_int_value()) {
    SpielFatalError(absl::StrCat("trictrac_mcts: ", name,
                                 " must be a whole number, not ",
                                 value.ToString()));
  }
  return value.int_value();
}

double DoubleParameter(const std::string& name, const GameParameter& value) {
  if (value.has_double_value()) return value.double_value();
  return IntParameter(name, value);
}

// A marqué is too long for a search: what a play is worth would be lost in what
// the dice do to the tokens. So the plays of a written game are searched as
// those of the ordinary game with the same rules.
Searched SearchedStates(const Game& game) {
  GameParameters parameters = game.GetParameters();
  if (parameters.at("format").string_value() != "written") return nullptr;
  for (const char* name : {"format", "marques", "refait_consolation",
                           "marque_first", "settlement"}) {
    parameters.erase(name);
  }
  auto ordinary = std::dynamic_pointer_cast<const TrictracGame>(
      LoadGame("trictrac", parameters));
  SPIEL_CHECK_TRUE(ordinary != nullptr);
  return [ordinary](const State& state) -> std::unique_ptr<State> {
    const auto& ours = down_cast<const TrictracState&>(state);
    try {
      return ordinary->StateFrom(engine::searched_position(ours.position()));
    } catch (const rust::Error& error) {
      SpielFatalError(error.what());
    }
  };
}

class MctsBotFactory : public BotFactory {
 public:
  bool CanPlayGame(const Game& game, Player player_id) const override {
    return game.GetType().short_name == "trictrac" &&
           game.GetType().reward_model == GameType::RewardModel::kTerminal;
  }

  std::unique_ptr<Bot> Create(std::shared_ptr<const Game> game,
                              Player player_id,
                              const GameParameters& parameters) const override {
    if (game == nullptr) SpielFatalError("trictrac_mcts needs a game.");
    if (!CanPlayGame(*game, player_id)) {
      SpielFatalError(absl::StrCat(
          "trictrac_mcts plays trictrac with utility=win or utility=margin, "
          "not ",
          game->ToString()));
    }
    MctsOptions options;
    int rollouts = 0;
    std::optional<double> uct_c;
    for (const auto& [name, value] : parameters) {
      if (name == "simulations") {
        options.simulations = IntParameter(name, value);
      } else if (name == "seconds") {
        options.seconds = DoubleParameter(name, value);
      } else if (name == "rollouts") {
        rollouts = IntParameter(name, value);
      } else if (name == "uct_c") {
        uct_c = DoubleParameter(name, value);
      } else if (name == "seed") {
        options.seed = IntParameter(name, value);
      } else if (name != "name") {  // load_bot puts the bot's own name here.
        SpielFatalError(absl::StrCat(
            "trictrac_mcts has no parameter ", name,
            "; it has simulations, seconds, rollouts, uct_c and seed."));
      }
    }
    if (rollouts < 0) SpielFatalError("trictrac_mcts needs rollouts >= 0.");
    options.known_action = KnownAction;
    options.searched = SearchedStates(*game);
    const bool judging = rollouts == 0;
    options.uct_c = uct_c.value_or(judging ? 0.1 : 2);
    if (!judging) return MakeRolloutBot(std::move(game), rollouts, options);
    return MakeMctsBot(std::move(game), MakeCarefulEvaluator(), options);
  }
};

REGISTER_SPIEL_BOT("trictrac_mcts", MctsBotFactory);

}  // namespace
}  // namespace trictrac
}  // namespace open_spiel
