// The game as OpenSpiel sees it: an adapter over the Rust engine, no rule.
// Free of pybind11, so that the plug-in and the C++ tests share it.

#ifndef TRICTRAC_TRICTRAC_H_
#define TRICTRAC_TRICTRAC_H_

#include <memory>
#include <string>
#include <vector>

#include "open_spiel/spiel.h"

namespace open_spiel {
namespace trictrac {

class TrictracState : public State {
 public:
  explicit TrictracState(std::shared_ptr<const Game> game)
      : State(std::move(game)) {}
  TrictracState(const TrictracState&) = default;

  Player CurrentPlayer() const override;
  std::vector<Action> LegalActions() const override;
  std::string ActionToString(Player player, Action action_id) const override;
  std::string ToString() const override;
  bool IsTerminal() const override { return over_; }
  std::vector<double> Returns() const override { return {0, 0}; }
  std::string ObservationString(Player player) const override;
  void ObservationTensor(Player player,
                         absl::Span<float> values) const override;
  std::unique_ptr<State> Clone() const override;

 protected:
  void DoApplyAction(Action action_id) override;

 private:
  bool over_ = false;
};

class TrictracGame : public Game {
 public:
  explicit TrictracGame(const GameParameters& params);

  int NumDistinctActions() const override { return 514; }
  std::unique_ptr<State> NewInitialState() const override;
  int NumPlayers() const override { return 2; }
  double MinUtility() const override { return -1; }
  double MaxUtility() const override { return 1; }
  absl::optional<double> UtilitySum() const override { return 0; }
  std::vector<int> ObservationTensorShape() const override { return {217}; }
  int MaxGameLength() const override { return 1; }
};

}  // namespace trictrac
}  // namespace open_spiel

#endif  // TRICTRAC_TRICTRAC_H_
