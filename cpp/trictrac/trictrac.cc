#include "trictrac.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace open_spiel {
namespace trictrac {
namespace {

constexpr Action kPass = 2;

const GameType kGameType{/*short_name=*/"trictrac",
                         /*long_name=*/"Trictrac",
                         GameType::Dynamics::kSequential,
                         GameType::ChanceMode::kDeterministic,
                         GameType::Information::kPerfectInformation,
                         GameType::Utility::kZeroSum,
                         GameType::RewardModel::kTerminal,
                         /*max_num_players=*/2,
                         /*min_num_players=*/2,
                         /*provides_information_state_string=*/false,
                         /*provides_information_state_tensor=*/false,
                         /*provides_observation_string=*/true,
                         /*provides_observation_tensor=*/true,
                         /*parameter_specification=*/{}};

std::shared_ptr<const Game> Factory(const GameParameters& params) {
  return std::make_shared<TrictracGame>(params);
}

REGISTER_SPIEL_GAME(kGameType, Factory);

}  // namespace

Player TrictracState::CurrentPlayer() const {
  return over_ ? kTerminalPlayerId : 0;
}

std::vector<Action> TrictracState::LegalActions() const {
  if (over_) return {};
  return {kPass};
}

std::string TrictracState::ActionToString(Player player,
                                          Action action_id) const {
  return action_id == kPass ? "pass" : "?";
}

std::string TrictracState::ToString() const {
  return over_ ? "over" : "start";
}

std::string TrictracState::ObservationString(Player player) const {
  return ToString();
}

void TrictracState::ObservationTensor(Player player,
                                      absl::Span<float> values) const {
  std::fill(values.begin(), values.end(), 0.0f);
}

std::unique_ptr<State> TrictracState::Clone() const {
  return std::make_unique<TrictracState>(*this);
}

void TrictracState::DoApplyAction(Action action_id) { over_ = true; }

TrictracGame::TrictracGame(const GameParameters& params)
    : Game(kGameType, params) {}

std::unique_ptr<State> TrictracGame::NewInitialState() const {
  return std::make_unique<TrictracState>(shared_from_this());
}

}  // namespace trictrac
}  // namespace open_spiel
