//! Reads cases of the corpus's format (`tests/data/corpus/README.md`) and checks what they expect.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::question::{Answer, Judge, Moves, Question, Side};
use crate::reference::events::Event;
use crate::reference::plays::{Step, after};
use crate::reference::{Board, ExitRule, OFF, Roll, Rules, from_fields};

pub struct Case {
    pub id: String,
    json: Value,
}

/// A file of the repository.
pub fn read_text(path: &str) -> String {
    let path = format!("{}/../../{path}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All cases of a file of JSON lines under `tests/data`.
pub fn read(path: &str) -> Vec<Case> {
    let text = read_text(&format!("tests/data/{path}"));
    text.lines().map(Case::from_line).collect()
}

fn number(json: &Value) -> u32 {
    json.as_u64()
        .unwrap_or_else(|| panic!("{json} is not a count")) as u32
}

fn list(json: &Value) -> &[Value] {
    json.as_array()
        .unwrap_or_else(|| panic!("{json} is not a list"))
}

fn pair(json: &Value) -> [usize; 2] {
    let pair: Vec<usize> = list(json).iter().map(|n| number(n) as usize).collect();
    pair.try_into()
        .unwrap_or_else(|_| panic!("{json} is not a pair"))
}

fn roll(json: &Value) -> Roll {
    let [a, c] = pair(json);
    Roll::new(a, c)
}

fn side(json: &Value) -> Side {
    let whole = |name: &str| json.get(name).map_or(0, number);
    let bredouille = json
        .get("bredouille")
        .is_none_or(|flag| flag == &Value::Bool(true));
    Side {
        points: whole("points"),
        holes: whole("holes"),
        bredouille,
    }
}

/// The default options but for those named.
fn rules_with(options: &Value) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in options.as_object().expect("options have names") {
        let flag = value.as_bool();
        match (name.as_str(), value.as_str(), flag) {
            ("exit_rule", Some("min_overflow"), _) => rules.exit_rule = ExitRule::MinOverflow,
            ("exit_rule", Some("sequential"), _) => rules.exit_rule = ExitRule::Sequential,
            ("exact_exit_mandatory", _, Some(flag)) => rules.exact_exit_mandatory = flag,
            ("exit_dead_number_penalty", _, Some(flag)) => rules.exit_dead_number_penalty = flag,
            ("pile_de_misere", _, Some(flag)) => rules.pile_de_misere = flag,
            ("margot", _, Some(flag)) => rules.margot = flag,
            _ => panic!("no example has used the option {name} {value} before"),
        }
    }
    rules
}

impl Case {
    pub fn from_line(line: &str) -> Case {
        let json: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let id = json["id"].as_str().expect("a case has an id").to_owned();
        Case { id, json }
    }

    /// The same case with these expectations and no others.
    pub fn expecting(mut self, expectations: [(&str, u32); 3]) -> Case {
        self.json["expect"] = expectations.into_iter().collect();
        self
    }

    pub fn kind(&self) -> &str {
        self.json["kind"].as_str().expect("a case has a kind")
    }

    /// Whether the case is about this rule, given by its anchor.
    pub fn is_about(&self, rule: &str) -> bool {
        list(&self.json["rules"])
            .iter()
            .any(|anchor| anchor == rule)
    }

    /// The plays that may not be made, with the anchors of the rules that forbid them.
    pub fn refused(&self) -> Vec<(Moves, String)> {
        let refused = self
            .expects("refused")
            .map_or(&[][..], |refused| list(refused));
        let read = |refusal: &Value| {
            let moves = list(&refusal["play"]).iter().map(pair).collect();
            let rule = refusal["rule"].as_str().expect("a rule's anchor");
            (moves, rule.to_owned())
        };
        refused.iter().map(read).collect()
    }

    pub fn board(&self) -> Board {
        let fields: Vec<i32> = list(&self.json["board"])
            .iter()
            .map(|n| n.as_i64().expect("a count") as i32)
            .collect();
        from_fields(&fields)
    }

    /// What the case expects under this name.
    pub fn expects(&self, name: &str) -> Option<&Value> {
        self.expectations().get(name)
    }

    /// What the laws say where the source disagrees with them, else what the source says.
    fn expectations(&self) -> &Value {
        self.json.get("laws_2013").unwrap_or(&self.json["expect"])
    }

    pub fn context(&self, name: &str) -> Option<u32> {
        self.json["context"].get(name).map(number)
    }

    fn is_disputed(&self) -> bool {
        self.json
            .get("disputed")
            .is_some_and(|flag| flag == &Value::Bool(true))
            && self.json.get("laws_2013").is_none()
    }

    /// The marks of mover and opponent before the roll.
    pub fn sides(&self) -> [Side; 2] {
        let context = &self.json["context"];
        ["mover", "opponent"].map(|name| context.get(name).map_or_else(Side::default, side))
    }

    /// The roll the case is about.
    pub fn question(&self) -> Question {
        self.question_with(roll(&self.json["dice"]))
    }

    pub fn question_with(&self, roll: Roll) -> Question {
        let asked = self.json.get("rolls").map(number);
        let rolls = self.context("rolls_since_setting").or(asked).unwrap_or(1);
        let rules = self
            .json
            .get("options")
            .map_or_else(Rules::default, rules_with);
        Question {
            rolls,
            rules,
            ..Question::new(self.board(), roll, self.sides())
        }
    }

    /// Checks everything but the expectations in words; gives what went wrong.
    pub fn faults(&self, judge: Judge) -> Vec<String> {
        let mut faults = Vec::new();
        if self.is_disputed() {
            return faults;
        }
        let expectations = self
            .expectations()
            .as_object()
            .expect("expectations have names");
        for (name, expected) in expectations {
            let fault = match name.as_str() {
                "roll_sets" => self.roll_sets(expected, judge),
                // `events_cover` says how `events` are to be read; words are checked by hand.
                "events_derived" | "events_cover" | "other" => None,
                // Asked of a state, not of a roll alone: see `rules`.
                "refused" => None,
                _ => self.about_the_roll(name, expected, &judge(&self.question())),
            };
            faults.extend(fault.map(|fault| format!("{}: {name}: {fault}", self.id)));
        }
        faults
    }

    fn about_the_roll(&self, name: &str, expected: &Value, answer: &Answer) -> Option<String> {
        let differs =
            |got: u32| (got != number(expected)).then(|| format!("got {got}: {answer:?}"));
        let boards = || list(expected).iter().map(|play| self.board_after(play));
        let complain =
            |found: bool| (!found).then(|| format!("expected {expected}, got {answer:?}"));
        match name {
            "mover_points" => differs(answer.mover_points),
            "opponent_points" => differs(answer.opponent_points),
            "plays" => differs(answer.legal.len() as u32),
            "numbers_played" => differs(answer.numbers_played),
            "exit" => complain(answer.exit == (expected == &Value::Bool(true))),
            "legal_moves" => complain(
                boards()
                    .collect::<BTreeSet<_>>()
                    .iter()
                    .eq(answer.legal.keys()),
            ),
            "must_include_moves" => {
                complain(boards().all(|board| answer.legal.contains_key(&board)))
            }
            "must_exclude_moves" => complain(
                list(expected)
                    .iter()
                    .all(|play| self.is_excluded(play, answer)),
            ),
            "events" => self.events(expected, answer),
            "after_marking" => {
                complain(answer.after == ["mover", "opponent"].map(|name| side(&expected[name])))
            }
            _ => Some("unknown expectation".into()),
        }
    }

    /// Plays are compared by the position they lead to, unless it is the resting field that is
    /// wrong: then the position may be reached in another way.
    fn is_excluded(&self, play: &Value, answer: &Answer) -> bool {
        let Some(shown) = answer.legal.get(&self.board_after(play)) else {
            return true;
        };
        let written: Moves = list(play).iter().map(pair).collect();
        let rests_on_opponent = written.iter().any(|&[_, to]| self.board()[to] < 0);
        rests_on_opponent && !shown.contains(&written)
    }

    fn board_after(&self, play: &Value) -> Board {
        list(play).iter().fold(self.board(), |board, step| {
            let [from, to] = pair(step);
            after(
                &board,
                Step {
                    from,
                    to: if to == 0 { OFF } else { to },
                    number: 0,
                },
            )
        })
    }

    /// The events listed must be there, and no others on the side that `events_cover` declares
    /// complete.
    fn events(&self, expected: &Value, answer: &Answer) -> Option<String> {
        let cover = self
            .expects("events_cover")
            .and_then(Value::as_str)
            .unwrap_or("some");
        let mut unexplained = answer.events.clone();
        for event in list(expected) {
            let field = event.get("field").map(|field| number(field) as usize);
            let is_it = |got: &Event| {
                event["jan"] == got.jan.as_str()
                    && number(&event["ways"]) == got.ways
                    && number(&event["points"]) == got.points
                    && (event["to"] == "mover") == got.to_roller
                    && (field.is_none() || got.field == field)
            };
            let Some(found) = unexplained.iter().position(is_it) else {
                return Some(format!("{event} is not in {answer:?}"));
            };
            unexplained.remove(found);
        }
        unexplained.retain(|event| match cover {
            "all" => true,
            "mover" => event.to_roller,
            "opponent" => !event.to_roller,
            "some" => false,
            _ => panic!("{}: events_cover {cover}", self.id),
        });
        (!unexplained.is_empty()).then(|| format!("{unexplained:?} not expected"))
    }

    fn roll_sets(&self, expected: &Value, judge: Judge) -> Option<String> {
        let sets = expected.as_object().expect("roll sets have names");
        let mut faults = Vec::new();
        for (name, set) in sets {
            let listed: BTreeSet<Roll> = list(&set["rolls"]).iter().map(roll).collect();
            let got: BTreeSet<Roll> = Roll::all()
                .filter(|&roll| belongs(name, &judge(&self.question_with(roll))))
                .collect();
            let complete = set["complete"] == Value::Bool(true);
            if !(if complete {
                listed == got
            } else {
                listed.is_subset(&got)
            }) {
                faults.push(format!("{name}: expected {listed:?}, got {got:?}"));
            }
        }
        (!faults.is_empty()).then(|| faults.join("; "))
    }
}

/// Whether a roll with this answer belongs to the set of rolls of this name.
fn belongs(name: &str, answer: &Answer) -> bool {
    let (stem, field) = match name.split_once('@') {
        Some((stem, field)) => (stem, Some(field.parse().expect("a field"))),
        None => (name, None),
    };
    let count = |matches: &dyn Fn(&Event) -> bool| {
        let on_field = |event: &&Event| field.is_none() || event.field == field;
        answer
            .events
            .iter()
            .filter(on_field)
            .filter(|event| matches(event))
            .count()
    };
    let is_named = |event: &Event| event.jan == stem;
    let number_after = |prefix: &str| {
        stem.strip_prefix(prefix)
            .and_then(|n| n.parse::<u32>().ok())
    };

    if let Some(points) = number_after("mover_points_") {
        answer.mover_points == points
    } else if let Some(points) = number_after("mover_at_least_") {
        answer.mover_points >= points
    } else if let Some(hits) = number_after("false_hit_") {
        count(&|event| event.jan.starts_with("false_hit_")) == hits as usize
    } else if let Some((jan, ways)) = stem.rsplit_once('_').filter(|(_, w)| w.ends_with("ways")) {
        let ways: u32 = ways
            .trim_end_matches("ways")
            .parse()
            .expect("a number of ways");
        count(&|event| event.jan == jan && event.ways == ways) > 0
    } else {
        match stem {
            "true_hit" => count(&|event| event.jan.starts_with("hit_")) > 0,
            "false_hit" => count(&|event| event.jan.starts_with("false_hit_")) > 0,
            "not_filled" => count(&|event| event.jan.ends_with("_filled")) == 0,
            "not_conserved" => count(&|event| event.jan.ends_with("_jan_conserved")) == 0,
            "small_jan_filled"
            | "big_jan_filled"
            | "return_jan_filled"
            | "small_jan_conserved"
            | "big_jan_conserved"
            | "return_jan_conserved"
            | "corner_hit"
            | "two_tables" => count(&is_named) > 0,
            _ => panic!("unknown roll set {name}"),
        }
    }
}
