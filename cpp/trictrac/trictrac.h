// Trictrac (grand trictrac, partie ordinaire) as an OpenSpiel game: an adapter
// over the Rust engine that knows OpenSpiel and no rule. Free of pybind11, so
// that the plug-in, the C++ tests and AlphaZero share it.
//
// A roll is a chance node, a player's whole turn (to go, or to play both
// numbers) one decision node. Nodes right after a roll are never terminal; an
// exit that makes no hole is carried out by the roll itself, so the same player
// rolls again.
//
// Parameters (the rules behind those from "game_value" on are in
// docs/rules.md):
//   "dice"         "ordered" (36 outcomes), "unordered" (21) or "sequential"
//                  (two chance nodes of 6)                        ("ordered")
//   "utility"      "win" (+1, 0, -1), "margin" (difference in holes, scaled
//                  into [-1, 1]) or "score" (points as rewards)       ("win")
//   "observation"  "features" (217 values), "compact" (36) or "planes"
//                  (33 x 2 x 12)                                 ("features")
//   "max_turns"    after how many rolls a game stops, 1 to 65535
//                                         (1000; 10000 with format=written)
//   "holes"        how many holes win, 1 to 100                            (12)
//   "game_value"   "simple", "double" or "quadruple"                 ("simple")
//   "first_roll_no_double"      bool                                     (true)
//   "exit_rule"    "laws", "min_overflow" or "sequential"              ("laws")
//   "exact_exit_mandatory"      bool                                    (false)
//   "exit_dead_number_penalty"  bool                                    (false)
//   "pile_de_misere"            bool                                     (true)
//   "jan_de_rencontre"          bool                                    (false)
//   "margot"                    bool                                    (false)
//   "format"       "ordinary" or "written", which is played for tokens in an
//                  even number of marques                         ("ordinary")
//   "marques"      how many, 2 to 48                                       (12)
//   "refait_consolation"  "doubling" or "arithmetic"               ("doubling")
//   "marque_first"        "alternate" or "winner"                 ("alternate")
//   "settlement"          "tokens" or "full"                         ("tokens")
//   "schools"      bool: points are claimed by the players              (false)

#ifndef TRICTRAC_TRICTRAC_H_
#define TRICTRAC_TRICTRAC_H_

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "open_spiel/abseil-cpp/absl/types/optional.h"
#include "open_spiel/abseil-cpp/absl/types/span.h"
#include "open_spiel/json/include/nlohmann/json.hpp"
#include "open_spiel/spiel.h"
#include "trictrac_bridge_cxx/lib.h"

namespace open_spiel {
namespace trictrac {

namespace engine = ::trictrac_bridge;

inline constexpr int kNumPlayers = 2;
// Size of a buffer: the actions of a game with schools, which has the most.
inline constexpr int kMostActions = 578;
// Claims of points come after all other actions.
inline constexpr Action kFirstClaim = 514;

// One checker's part in a way to score, in the mover's numbering.
struct TrictracWayMove {
  std::optional<int> from;  // none when no checker is meant
  std::vector<int> dice;    // one number, or both for their sum
  std::vector<int> rests;   // the fields between
  std::optional<int> to;    // 0 for off the board
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(TrictracWayMove, from, dice, rests, to);
};

// One scoring event of the dice on the table.
struct TrictracEvent {
  std::string jan;  // small_jan_filled, hit_big_table, ...
  int ways;
  int points;
  std::string to;            // "mover" or "opponent"
  std::optional<int> field;  // where the hit checker stands, mover's numbering
  std::vector<std::vector<TrictracWayMove>> ways_detail;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(TrictracEvent, jan, ways, points, to, field,
                                 ways_detail);
};

// What every state says in words and numbers; pairs are player 0, player 1.
struct TrictracCommonContents {
  int current_player;       // kChancePlayerId, 0, 1 or kTerminalPlayerId
  int mover;                // who rolls, decides or made the last roll
  std::string phase;        // roll, hold-or-go, move, last-go, over, and with
                            // schools claim and claim-received
  std::vector<int> board;   // 24 counts, player 0's numbering; his positive
  std::vector<int> dice;    // none, the first of two sequential ones, or both
  std::vector<int> points;  // towards the next hole
  std::vector<int> holes;
  std::vector<bool> bredouille;         // the run of points is uninterrupted
  std::vector<bool> grande_bredouille;  // the run of holes is uninterrupted
  std::vector<int> rolls;               // since the setting began, at most 4
  int turns;                            // rolls made in the game
  bool first_roll;            // the game's first roll is still to be made
  std::vector<int> opening;   // the first roll while jan_de_rencontre waits
  std::optional<int> winner;  // null while the game goes on, and for a draw
  std::vector<TrictracEvent> events;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(TrictracCommonContents, current_player, mover,
                                 phase, board, dice, points, holes, bredouille,
                                 grande_bredouille, rolls, turns, first_roll,
                                 opening, winner, events);
};

// With what only a written game or a game with schools has: nothing of it
// stands in the JSON of another game.
struct TrictracStructContents : TrictracCommonContents {
  std::optional<int> marque;   // the number of the marque, from 1
  std::optional<int> refaits;  // since the last marque that was won
  std::optional<int> starter;  // of the marque, with marque_first=winner
  std::optional<std::vector<int>> wins;    // marques won
  std::optional<std::vector<int>> tokens;  // which sum to 0
  std::optional<int> school;  // the roller's fault that waits to be marked
  std::optional<int> owed;    // at claim-received: what is due to the claimer
};
void to_json(nlohmann::json& json, const TrictracStructContents& contents);
void from_json(const nlohmann::json& json, TrictracStructContents& contents);

struct TrictracObservationExtras {
  int observing_player;
  NLOHMANN_DEFINE_TYPE_INTRUSIVE(TrictracObservationExtras, observing_player);
};

SPIEL_DEFINE_STRUCT(TrictracStateStruct, StateStruct, TrictracStructContents);
SPIEL_DEFINE_STRUCT_WITH_EXTRAS(TrictracObservationStruct, ObservationStruct,
                                TrictracStructContents,
                                TrictracObservationExtras);

struct TrictracActionContents {
  std::string type;                     // roll, go, play or claim
  std::vector<int> dice;                // of a roll: the dice that fell
  std::vector<std::vector<int>> steps;  // of a play: [from, to], to 0 = off
  std::optional<int> points;            // of a claim, and only in its JSON
};
void to_json(nlohmann::json& json, const TrictracActionContents& contents);
void from_json(const nlohmann::json& json, TrictracActionContents& contents);

SPIEL_DEFINE_STRUCT(TrictracActionStruct, ActionStruct, TrictracActionContents);

struct TrictracGameParams : public GameParametersStruct {
  std::string dice = "ordered";
  std::string utility = "win";
  std::string observation = "features";
  int max_turns = 1000;
  int holes = 12;
  std::string game_value = "simple";
  bool first_roll_no_double = true;
  std::string exit_rule = "laws";
  bool exact_exit_mandatory = false;
  bool exit_dead_number_penalty = false;
  bool pile_de_misere = true;
  bool jan_de_rencontre = false;
  bool margot = false;
  std::string format = "ordinary";
  int marques = 12;
  std::string refait_consolation = "doubling";
  std::string marque_first = "alternate";
  std::string settlement = "tokens";
  bool schools = false;

  TrictracGameParams() { game_name = "trictrac"; }
  explicit TrictracGameParams(const nlohmann::json& json)
      : TrictracGameParams() {
    json.get_to(*this);
    // A written game is longer, unless something else is asked for.
    if (format == "written" && !json.contains("max_turns")) max_turns = 10000;
  }
  explicit TrictracGameParams(const std::string& json_str)
      : TrictracGameParams(nlohmann::json::parse(json_str)) {}
  NLOHMANN_DEFINE_TYPE_INTRUSIVE_WITH_DEFAULT(
      TrictracGameParams, game_name, dice, utility, observation, max_turns,
      holes, game_value, first_roll_no_double, exit_rule, exact_exit_mandatory,
      exit_dead_number_penalty, pile_de_misere, jan_de_rencontre, margot,
      format, marques, refait_consolation, marque_first, settlement, schools);
  nlohmann::json to_json_base() const override { return *this; }
};

// Is a JSON text nested more deeply than anything of this game? Asked before
// parsing, because parsers and their results recurse.
bool IsTooDeep(const std::string& json);

class TrictracGame;

class TrictracState : public State {
 public:
  TrictracState(std::shared_ptr<const Game> game,
                const engine::Position& position);
  TrictracState(const TrictracState&) = default;

  Player CurrentPlayer() const override { return position_.player; }
  bool IsTerminal() const override {
    return position_.player == kTerminalPlayerId;
  }
  using State::LegalActions;
  std::vector<Action> LegalActions() const override;
  ActionsAndProbs ChanceOutcomes() const override;
  void ApplyAction(Action action) override;
  void ApplyActionWithLegalityCheck(Action action) override {
    ApplyAction(action);  // which checks
  }
  void UndoAction(Player player, Action action) override;
  std::vector<double> Rewards() const override;
  std::vector<double> Returns() const override;
  double PlayerReward(Player player) const override;
  double PlayerReturn(Player player) const override;
  std::unique_ptr<State> Clone() const override;

  std::string ToString() const override;
  using State::ActionToString;
  std::string ActionToString(Player player, Action action) const override;
  using State::StringToAction;
  Action StringToAction(Player player, const std::string& text) const override;
  std::string InformationStateString(Player player) const override;
  // The observation, which is all that matters for what follows; it forgets the
  // way here, so the game does not claim to provide it. Recall is the string's.
  using State::InformationStateTensor;
  void InformationStateTensor(Player player,
                              absl::Span<float> values) const override {
    ObservationTensor(player, values);
  }
  std::string ObservationString(Player player) const override;
  using State::ObservationTensor;
  void ObservationTensor(Player player,
                         absl::Span<float> values) const override;

  std::unique_ptr<StateStruct> ToStruct() const override;
  std::unique_ptr<ObservationStruct> ToObservationStruct(
      Player player) const override;
  using State::ActionToStruct;
  std::unique_ptr<ActionStruct> ActionToStruct(Player player,
                                               Action action) const override;
  std::vector<Action> StructToActions(
      const ActionStruct& action_struct) const override;
  Status ValidateActionStruct(const ActionStruct& action_struct) const override;

  std::vector<Action> ActionsConsistentWithInformationFrom(
      Action action) const override {
    return {action};
  }

  // Refuses a player who does not exist.
  void CheckPlayer(Player player) const;
  // The engine's own state, for whoever asks it more than OpenSpiel can.
  const engine::Position& position() const { return position_; }

 protected:
  void DoApplyAction(Action action) override;

 private:
  friend class TrictracGame;
  using Totals = std::array<int32_t, kNumPlayers>;

  const TrictracGame& game() const;
  std::string PositionText() const;
  // The events of the roll on the table. Once it has been played they come from
  // the history, or from the JSON that the state was set up from.
  std::vector<TrictracEvent> Events() const;
  TrictracStructContents Contents() const;
  // Takes an action of the history again.
  void Replay(Action action);
  // Keeps the totals up to date after a transition.
  void CountTotals();
  // Throws what the engine says of an action that can't be played.
  Action ActionOf(const TrictracActionStruct& action) const;

  engine::Position position_;
  // With utility=score: the players' totals at the last node that was no chance
  // node, and at the one before it; at first, those of the position to begin
  // in.
  Totals totals_ = {0, 0};
  Totals previous_totals_ = {0, 0};
};

class TrictracGame : public Game {
 public:
  explicit TrictracGame(const GameParameters& params);

  std::unique_ptr<State> NewInitialState() const override;
  // From JSON (what TrictracState::ToJson writes, or a part of it) or from a
  // position text.
  std::unique_ptr<State> NewInitialState(const std::string& str) const override;
  std::unique_ptr<State> NewInitialState(
      const nlohmann::json& json) const override;
  using Game::NewInitialState;
  // From a position; refuses one of a game with other options.
  std::unique_ptr<State> StateFrom(const engine::Position& position) const;

  int NumPlayers() const override { return kNumPlayers; }
  int NumDistinctActions() const override { return limits_.num_actions; }
  int MaxChanceOutcomes() const override { return limits_.max_chance_outcomes; }
  double MinUtility() const override { return limits_.min_utility; }
  double MaxUtility() const override { return limits_.max_utility; }
  absl::optional<double> UtilitySum() const override;
  int MaxGameLength() const override { return limits_.max_game_length; }
  int MaxChanceNodesInHistory() const override {
    return limits_.max_chance_nodes;
  }
  std::vector<int> ObservationTensorShape() const override;
  std::vector<int> InformationStateTensorShape() const override {
    return ObservationTensorShape();
  }
  std::string ActionToString(Player player, Action action) const override;
  std::pair<std::string, std::string> ActionStructSpec() const override;

  const engine::Settings& settings() const { return settings_; }
  // What nearly every chance node can bring, kept because making it anew would
  // cost more than the roll.
  const ActionsAndProbs& unrestricted_roll() const {
    return unrestricted_roll_;
  }

 private:
  // The parameter as it was given, or its default.
  GameParameter Value(const std::string& name, GameParameter::Type type) const;
  std::unique_ptr<State> StartFrom(const engine::Position& position) const;

  engine::Settings settings_;
  engine::Limits limits_;
  ActionsAndProbs unrestricted_roll_;
};

}  // namespace trictrac
}  // namespace open_spiel

#endif  // TRICTRAC_TRICTRAC_H_
