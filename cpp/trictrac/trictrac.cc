#include "trictrac.h"

#include <algorithm>
#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "open_spiel/abseil-cpp/absl/strings/ascii.h"
#include "open_spiel/abseil-cpp/absl/strings/match.h"
#include "open_spiel/abseil-cpp/absl/strings/str_cat.h"
#include "open_spiel/game_parameters.h"
#include "open_spiel/observer.h"
#include "open_spiel/spiel_utils.h"
#include "rust/cxx.h"

namespace open_spiel {
namespace trictrac {
namespace {

// Runs a call of the engine; what the engine refuses becomes a SpielError.
template <typename Call>
auto Guard(Call&& call) {
  try {
    return call();
  } catch (const rust::Error& error) {
    SpielFatalError(error.what());
  }
}

GameParameter ToGameParameter(const nlohmann::json& value) {
  if (value.is_boolean()) return GameParameter(value.get<bool>());
  if (value.is_number()) return GameParameter(value.get<int>());
  return GameParameter(value.get<std::string>());
}

// Names, types and defaults stand in TrictracGameParams only.
GameParameters ParameterSpecification() {
  const nlohmann::json defaults = TrictracGameParams().to_json_base();
  GameParameters specification;
  for (const auto& [name, value] : defaults.items()) {
    if (name != "game_name") specification[name] = ToGameParameter(value);
  }
  return specification;
}

const GameType kGameType{/*short_name=*/"trictrac",
                         /*long_name=*/"Trictrac",
                         GameType::Dynamics::kSequential,
                         GameType::ChanceMode::kExplicitStochastic,
                         GameType::Information::kPerfectInformation,
                         GameType::Utility::kZeroSum,
                         GameType::RewardModel::kTerminal,
                         /*max_num_players=*/kNumPlayers,
                         /*min_num_players=*/kNumPlayers,
                         /*provides_information_state_string=*/true,
                         /*provides_information_state_tensor=*/false,
                         /*provides_observation_string=*/true,
                         /*provides_observation_tensor=*/true,
                         ParameterSpecification()};

std::shared_ptr<const Game> Factory(const GameParameters& params) {
  return std::make_shared<TrictracGame>(params);
}

REGISTER_SPIEL_GAME(kGameType, Factory);

RegisterSingleTensorObserver single_tensor(kGameType.short_name);

// With utility=score a game pays as it goes: points that are nobody's loss, or
// the tokens of a written game, which are the other player's.
GameType TypeFor(const GameParameters& params) {
  GameType type = kGameType;
  if (ParameterValue<std::string>(params, "utility", "win") == "score") {
    const bool written =
        ParameterValue<std::string>(params, "format", "ordinary") == "written";
    type.utility =
        written ? GameType::Utility::kZeroSum : GameType::Utility::kGeneralSum;
    type.reward_model = GameType::RewardModel::kRewards;
  }
  return type;
}

std::string ValueText(const GameParameter& parameter) {
  if (!parameter.has_bool_value()) return parameter.ToString();
  return parameter.bool_value() ? "true" : "false";
}

rust::Vec<int32_t> ToRust(const std::vector<int>& numbers) {
  rust::Vec<int32_t> result;
  for (int number : numbers) result.push_back(number);
  return result;
}

std::vector<int> FromRust(const rust::Vec<int32_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

ActionsAndProbs FromRust(const rust::Vec<engine::ChanceOutcome>& outcomes) {
  ActionsAndProbs result;
  result.reserve(outcomes.size());
  for (const auto& [outcome, probability] : outcomes) {
    result.emplace_back(outcome, probability);
  }
  return result;
}

std::vector<bool> FlagsFromRust(const rust::Vec<bool>& flags) {
  return {flags.begin(), flags.end()};
}

rust::Vec<bool> FlagsToRust(const std::vector<bool>& flags) {
  rust::Vec<bool> result;
  for (bool flag : flags) result.push_back(flag);
  return result;
}

std::vector<std::vector<TrictracWayMove>> WaysOf(const engine::Event& event) {
  std::vector<std::vector<TrictracWayMove>> ways;
  for (const engine::Way& way : event.ways_detail) {
    std::vector<TrictracWayMove>& moves = ways.emplace_back();
    for (const engine::WayMove& move : way.moves) {
      std::optional<int> from, to;
      if (move.from > 0) from = move.from;
      if (move.to >= 0) to = move.to;
      moves.push_back({from, FromRust(move.dice), FromRust(move.rests), to});
    }
  }
  return ways;
}

std::vector<TrictracEvent> EventsOf(const engine::Position& position) {
  std::vector<TrictracEvent> events;
  for (const engine::Event& event : engine::events(position)) {
    std::optional<int> field;
    if (event.field != 0) field = event.field;
    events.push_back({std::string(event.jan), event.ways, event.points,
                      std::string(event.to), field, WaysOf(event)});
  }
  return events;
}

TrictracStructContents ContentsOf(const engine::Position& position) {
  const engine::Snapshot snapshot = engine::snapshot(position);
  TrictracStructContents contents;
  contents.current_player = position.player;
  contents.mover = snapshot.mover;
  contents.phase = std::string(snapshot.phase);
  contents.board = FromRust(snapshot.board);
  contents.dice = FromRust(snapshot.dice);
  contents.points = FromRust(snapshot.points);
  contents.holes = FromRust(snapshot.holes);
  contents.bredouille = FlagsFromRust(snapshot.bredouille);
  contents.grande_bredouille = FlagsFromRust(snapshot.grande_bredouille);
  contents.rolls = FromRust(snapshot.rolls);
  contents.turns = snapshot.turns;
  contents.first_roll = snapshot.first_roll;
  contents.opening = FromRust(snapshot.opening);
  const int winner = engine::outcome(position).winner;
  if (winner >= 0) contents.winner = winner;
  if (snapshot.marque > 0) {
    contents.marque = snapshot.marque;
    contents.refaits = snapshot.refaits;
    if (!snapshot.starters_alternate) contents.starter = snapshot.starter;
    contents.wins = FromRust(snapshot.wins);
    contents.tokens = FromRust(snapshot.tokens);
  }
  if (snapshot.schools) {
    contents.school = snapshot.school;
    contents.owed = snapshot.owed;
  }
  return contents;
}

engine::Snapshot SnapshotOf(const TrictracStructContents& contents) {
  engine::Snapshot snapshot;
  snapshot.mover = contents.mover;
  snapshot.phase = contents.phase;
  snapshot.board = ToRust(contents.board);
  snapshot.dice = ToRust(contents.dice);
  snapshot.points = ToRust(contents.points);
  snapshot.holes = ToRust(contents.holes);
  snapshot.bredouille = FlagsToRust(contents.bredouille);
  snapshot.grande_bredouille = FlagsToRust(contents.grande_bredouille);
  snapshot.rolls = ToRust(contents.rolls);
  snapshot.turns = contents.turns;
  snapshot.first_roll = contents.first_roll;
  snapshot.opening = ToRust(contents.opening);
  const std::vector<int> none = {0, 0};
  snapshot.refaits = contents.refaits.value_or(0);
  snapshot.starter = contents.starter.value_or(0);
  snapshot.starters_alternate = !contents.starter.has_value();
  snapshot.wins = ToRust(contents.wins.value_or(none));
  snapshot.tokens = ToRust(contents.tokens.value_or(none));
  snapshot.school = contents.school.value_or(0);
  snapshot.owed = contents.owed.value_or(0);
  return snapshot;
}

// Refuses JSON that says one thing and means another: a name that no state has,
// or a value (of `current_player`, say) that the others contradict. `events`
// explain a state; they are never read.
void CheckAgrees(const nlohmann::json& given, const State& state) {
  const nlohmann::json meant = state.ToStruct()->to_json_base();
  for (const auto& [name, value] : given.items()) {
    if (!meant.contains(name)) {
      SpielFatalError(absl::StrCat("a Trictrac state has no \"", name, "\""));
    }
    if (name != "events" && value != meant[name]) {
      SpielFatalError(absl::StrCat("\"", name, "\" is ", value.dump(),
                                   ", but the rest of the state makes it ",
                                   meant[name].dump()));
    }
  }
}

// Writes a value that only some games have.
template <typename Value>
void Add(nlohmann::json& json, const char* name,
         const std::optional<Value>& value) {
  if (value.has_value()) json[name] = *value;
}

// Reads one.
template <typename Value>
void Read(const nlohmann::json& json, const char* name,
          std::optional<Value>& value) {
  value.reset();
  if (json.contains(name)) value = json.at(name).get<Value>();
}

}  // namespace

void to_json(nlohmann::json& json, const TrictracStructContents& contents) {
  json = static_cast<const TrictracCommonContents&>(contents);
  Add(json, "marque", contents.marque);
  Add(json, "refaits", contents.refaits);
  Add(json, "starter", contents.starter);
  Add(json, "wins", contents.wins);
  Add(json, "tokens", contents.tokens);
  Add(json, "school", contents.school);
  Add(json, "owed", contents.owed);
}

void from_json(const nlohmann::json& json, TrictracStructContents& contents) {
  json.get_to(static_cast<TrictracCommonContents&>(contents));
  Read(json, "marque", contents.marque);
  Read(json, "refaits", contents.refaits);
  Read(json, "starter", contents.starter);
  Read(json, "wins", contents.wins);
  Read(json, "tokens", contents.tokens);
  Read(json, "school", contents.school);
  Read(json, "owed", contents.owed);
}

void to_json(nlohmann::json& json, const TrictracActionContents& contents) {
  json = {{"type", contents.type},
          {"dice", contents.dice},
          {"steps", contents.steps}};
  Add(json, "points", contents.points);
}

void from_json(const nlohmann::json& json, TrictracActionContents& contents) {
  json.at("type").get_to(contents.type);
  json.at("dice").get_to(contents.dice);
  json.at("steps").get_to(contents.steps);
  Read(json, "points", contents.points);
}

bool IsTooDeep(const std::string& json) {
  constexpr int kDeepest = 16;  // A state with its events is nested four deep.
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

TrictracState::TrictracState(std::shared_ptr<const Game> game,
                             const engine::Position& position)
    : State(std::move(game)), position_(position) {
  if (TrictracState::game().settings().utility == engine::Utility::Score) {
    // What stands there was marked before: it is no reward, also at a roll.
    totals_ = Guard([&] { return engine::totals(position_); });
    previous_totals_ = totals_;
  }
}

const TrictracGame& TrictracState::game() const {
  return static_cast<const TrictracGame&>(*game_);
}

std::string TrictracState::PositionText() const {
  return Guard([&] { return std::string(engine::position_text(position_)); });
}

void TrictracState::CheckPlayer(Player player) const {
  if (player >= 0 && player < num_players_) return;
  const std::string bound =
      player < 0 ? "player >= 0" : absl::StrCat("player < ", num_players_);
  SpielFatalError(absl::StrCat("player is ", player, ", but ", bound,
                               " is needed, in the position ", PositionText()));
}

void TrictracState::CountTotals() {
  if (game().settings().utility != engine::Utility::Score || IsChanceNode()) {
    return;
  }
  previous_totals_ = totals_;
  totals_ = Guard([&] { return engine::totals(position_); });
}

std::vector<Action> TrictracState::LegalActions() const {
  if (IsChanceNode()) return LegalChanceOutcomes();
  std::array<Action, kMostActions> actions;
  const size_t count = Guard([&] {
    return engine::legal_actions(position_, {actions.data(), actions.size()});
  });
  return {actions.begin(), actions.begin() + count};
}

ActionsAndProbs TrictracState::ChanceOutcomes() const {
  const engine::DiceShape dice = game().settings().dice;
  if (engine::is_unrestricted_roll(position_, dice)) {
    return game().unrestricted_roll();
  }
  return Guard(
      [&] { return FromRust(engine::chance_outcomes(position_, dice)); });
}

void TrictracState::ApplyAction(Action action) {
  // OpenSpiel would refuse this one without saying where.
  if (action == kInvalidAction) DoApplyAction(action);
  State::ApplyAction(action);
}

void TrictracState::DoApplyAction(Action action) {
  Guard([&] { engine::apply(position_, game().settings().dice, action); });
  CountTotals();
}

void TrictracState::UndoAction(Player player, Action action) {
  if (history_.empty() || !(history_.back() == PlayerAction{player, action})) {
    SpielFatalError(absl::StrCat("action ", action, " of player ", player,
                                 " is not the last one and can't be undone, "
                                 "in the position ",
                                 PositionText()));
  }
  // The engine's state knows no past, which keeps it small. Playing the history
  // again costs about 0.1 µs a step.
  std::unique_ptr<State> start =
      starting_state_str_.empty() ? game_->NewInitialState() : StartingState();
  auto& past = static_cast<TrictracState&>(*start);
  history_.pop_back();
  --move_number_;
  for (const PlayerAction& step : history_) past.Replay(step.action);
  position_ = past.position_;
  totals_ = past.totals_;
  previous_totals_ = past.previous_totals_;
}

void TrictracState::Replay(Action action) {
  Guard([&] {
    engine::apply_unchecked(position_, game().settings().dice, action);
  });
  CountTotals();
}

std::vector<double> TrictracState::Rewards() const {
  if (game().settings().utility != engine::Utility::Score) {
    return State::Rewards();
  }
  if (IsChanceNode()) return {0, 0};
  return {static_cast<double>(totals_[0] - previous_totals_[0]),
          static_cast<double>(totals_[1] - previous_totals_[1])};
}

std::vector<double> TrictracState::Returns() const {
  const engine::Utility utility = game().settings().utility;
  if (utility == engine::Utility::Score) {
    return {static_cast<double>(totals_[0]), static_cast<double>(totals_[1])};
  }
  const std::array<double, kNumPlayers> returns =
      Guard([&] { return engine::returns(position_, utility); });
  return {returns.begin(), returns.end()};
}

double TrictracState::PlayerReward(Player player) const {
  CheckPlayer(player);
  return Rewards()[player];
}

double TrictracState::PlayerReturn(Player player) const {
  CheckPlayer(player);
  return Returns()[player];
}

std::unique_ptr<State> TrictracState::Clone() const {
  return std::make_unique<TrictracState>(*this);
}

std::string TrictracState::ToString() const {
  return Guard([&] { return std::string(engine::drawing(position_)); });
}

std::string TrictracState::ActionToString(Player player, Action action) const {
  return Guard([&] {
    return std::string(
        player == kChancePlayerId
            ? engine::outcome_text(game().settings().dice, action)
            : engine::action_text(position_, action));
  });
}

Action TrictracState::StringToAction(Player player,
                                     const std::string& text) const {
  return Guard([&] {
    return engine::parse_action(position_, game().settings().dice,
                                player == kChancePlayerId, text);
  });
}

std::string TrictracState::InformationStateString(Player player) const {
  CheckPlayer(player);
  if (starting_state_str_.empty()) return HistoryString();
  return absl::StrCat(starting_state_str_, " ", HistoryString());
}

std::string TrictracState::ObservationString(Player player) const {
  CheckPlayer(player);
  return ToString();
}

void TrictracState::ObservationTensor(Player player,
                                      absl::Span<float> values) const {
  CheckPlayer(player);
  Guard([&] {
    engine::observe(position_, game().settings().observation, player,
                    {values.data(), values.size()});
  });
}

std::vector<TrictracEvent> TrictracState::Events() const {
  const bool is_played =
      std::string(engine::snapshot(position_).phase) == "claim-received";
  if (!is_played) return EventsOf(position_);
  if (history_.empty()) {
    if (starting_state_str_.empty()) return {};
    return nlohmann::json::parse(starting_state_str_)
        .at("events")
        .get<std::vector<TrictracEvent>>();
  }
  std::unique_ptr<State> start =
      starting_state_str_.empty() ? game_->NewInitialState() : StartingState();
  auto& rolled = static_cast<TrictracState&>(*start);
  size_t steps = history_.size();
  while (steps > 0 && history_[steps - 1].player != kChancePlayerId) --steps;
  for (size_t step = 0; step < steps; ++step) {
    rolled.Replay(history_[step].action);
  }
  return EventsOf(rolled.position_);
}

TrictracStructContents TrictracState::Contents() const {
  TrictracStructContents contents = ContentsOf(position_);
  contents.events = Events();
  return contents;
}

std::unique_ptr<StateStruct> TrictracState::ToStruct() const {
  auto result = std::make_unique<TrictracStateStruct>();
  static_cast<TrictracStructContents&>(*result) =
      Guard([&] { return Contents(); });
  return result;
}

std::unique_ptr<ObservationStruct> TrictracState::ToObservationStruct(
    Player player) const {
  CheckPlayer(player);
  auto result = std::make_unique<TrictracObservationStruct>();
  static_cast<TrictracStructContents&>(*result) =
      Guard([&] { return Contents(); });
  result->observing_player = player;
  return result;
}

std::unique_ptr<ActionStruct> TrictracState::ActionToStruct(
    Player player, Action action) const {
  const engine::ActionParts parts = Guard([&] {
    return player == kChancePlayerId
               ? engine::outcome_parts(game().settings().dice, action)
               : engine::action_parts(position_, action);
  });
  auto result = std::make_unique<TrictracActionStruct>();
  result->type = std::string(parts.kind);
  if (result->type == "claim") result->points = parts.points;
  result->dice = FromRust(parts.dice);
  for (const engine::Step& step : parts.steps) {
    result->steps.push_back({step.from, step.to});
  }
  return result;
}

Action TrictracState::ActionOf(const TrictracActionStruct& action) const {
  engine::ActionParts parts;
  parts.kind = action.type;
  parts.dice = ToRust(action.dice);
  parts.points = action.points.value_or(0);
  for (const std::vector<int>& step : action.steps) {
    if (step.size() != 2) SpielFatalError("a step is [from, to]");
    parts.steps.push_back({step[0], step[1]});
  }
  return engine::action_of_parts(position_, game().settings().dice, parts);
}

std::vector<Action> TrictracState::StructToActions(
    const ActionStruct& action_struct) const {
  const auto* action = SafeActionCast<TrictracActionStruct>(action_struct);
  return {Guard([&] { return ActionOf(*action); })};
}

Status TrictracState::ValidateActionStruct(
    const ActionStruct& action_struct) const {
  const auto* action = SafeActionCast<TrictracActionStruct>(action_struct);
  try {
    ActionOf(*action);
  } catch (const rust::Error& error) {
    return ErrorStatus(error.what());
  }
  return OkStatus();
}

TrictracGame::TrictracGame(const GameParameters& params)
    : Game(TypeFor(params), params) {
  std::vector<engine::Parameter> parameters;
  for (const auto& [name, value] : game_type_.parameter_specification) {
    // The turn cap's default depends on the format, which the engine knows.
    if (name == "max_turns" && params.count(name) == 0) continue;
    parameters.push_back({name, ValueText(Value(name, value.type()))});
  }
  settings_ = Guard([&] {
    return engine::parse_settings({parameters.data(), parameters.size()});
  });
  limits_ = Guard([&] { return engine::limits(settings_); });
  unrestricted_roll_ = FromRust(engine::unrestricted_roll(settings_.dice));
  ParameterValue<int>("max_turns", limits_.max_turns);
  SPIEL_CHECK_LE(limits_.num_actions, kMostActions);
}

GameParameter TrictracGame::Value(const std::string& name,
                                  GameParameter::Type type) const {
  switch (type) {
    case GameParameter::Type::kBool:
      return GameParameter(ParameterValue<bool>(name));
    case GameParameter::Type::kInt:
      return GameParameter(ParameterValue<int>(name));
    default:
      return GameParameter(ParameterValue<std::string>(name));
  }
}

std::unique_ptr<State> TrictracGame::NewInitialState() const {
  return std::make_unique<TrictracState>(shared_from_this(), settings_.start);
}

std::unique_ptr<State> TrictracGame::StartFrom(
    const engine::Position& position) const {
  auto state = std::make_unique<TrictracState>(shared_from_this(), position);
  state->starting_state_str_ = state->ToJson();
  return state;
}

std::unique_ptr<State> TrictracGame::NewInitialState(
    const std::string& str) const {
  if (absl::StartsWith(absl::StripLeadingAsciiWhitespace(str), "{")) {
    if (IsTooDeep(str)) {
      SpielFatalError(
          "not a Trictrac state, the JSON is nested too deeply for one");
    }
    const nlohmann::json json =
        nlohmann::json::parse(str, /*cb=*/nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) {
      SpielFatalError(absl::StrCat("not a Trictrac state, broken JSON: ", str));
    }
    return NewInitialState(json);
  }
  return Guard([&] { return StateFrom(engine::position_from_text(str)); });
}

std::unique_ptr<State> TrictracGame::StateFrom(
    const engine::Position& position) const {
  engine::check_same_options(settings_.start, position);
  return StartFrom(position);
}

std::unique_ptr<State> TrictracGame::NewInitialState(
    const nlohmann::json& json) const {
  // What is left out is as at the start of a game.
  nlohmann::json full = NewInitialState()->ToStruct()->to_json_base();
  TrictracStateStruct contents;
  std::vector<TrictracEvent> events;
  try {
    full.update(json);
    // Events explain a state, and follow from it until the roll is played.
    if (full["phase"] == "claim-received") full["events"].get_to(events);
    full["events"].clear();
    contents = TrictracStateStruct(full);
  } catch (const nlohmann::json::exception& error) {
    SpielFatalError(absl::StrCat("not a Trictrac state, ", error.what(), ": ",
                                 json.dump()));
  }
  std::unique_ptr<State> state = StartFrom(Guard([&] {
    return engine::position_from_snapshot(settings_.start,
                                          SnapshotOf(contents));
  }));
  CheckAgrees(json, *state);
  if (!events.empty()) {
    nlohmann::json start = state->ToStruct()->to_json_base();
    start["events"] = events;
    static_cast<TrictracState&>(*state).starting_state_str_ = start.dump();
  }
  return state;
}

absl::optional<double> TrictracGame::UtilitySum() const {
  if (game_type_.utility == GameType::Utility::kGeneralSum)
    return absl::nullopt;
  return 0;
}

std::vector<int> TrictracGame::ObservationTensorShape() const {
  return FromRust(limits_.observation_shape);
}

std::string TrictracGame::ActionToString(Player player, Action action) const {
  return Guard([&] {
    return std::string(player == kChancePlayerId
                           ? engine::outcome_text(settings_.dice, action)
                           : engine::action_name(settings_, action));
  });
}

std::pair<std::string, std::string> TrictracGame::ActionStructSpec() const {
  return {R"({"type": "roll" | "go" | "play" | "claim", "dice": [int], )"
          R"("steps": [[from, to]], "points": int})",
          R"({"type": "play", "dice": [], "steps": [[1, 7], [1, 2]]})"};
}

}  // namespace trictrac
}  // namespace open_spiel
