//! One question about any board and dice, answered in full: legal plays, events, points, marking.

use std::fmt::{self, Display, Formatter};

use crate::action::{ActionId, ActionList, Spelled};
use crate::board::Board;
use crate::checkers::CHECKERS;
use crate::dice::Dice;
use crate::format::{AnyFormat, MatchFormat};
use crate::movegen;
use crate::options::{Format, Options};
use crate::play::Play;
use crate::rules::Rules;
use crate::score::{Score, mark};
use crate::scoring::{self, Beneficiary, Course, Event, Way};
use crate::situation::Situation;
use crate::table::ROLLS_COUNTED;

/// One side's score, as the question gives it and the answer returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Points towards the next hole.
    pub points: i64,
    /// Holes won.
    pub holes: i64,
    /// The points so far are uninterrupted. Ignored in a question without points; false in an
    /// answer without points.
    pub bredouille: bool,
}

impl Default for Side {
    fn default() -> Side {
        Side {
            points: 0,
            holes: 0,
            bredouille: true,
        }
    }
}

/// A board, dice and whatever else the answer depends on. Wider than [`Setup`](crate::Setup): any
/// arrangement of at most fifteen checkers a side is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query {
    /// Signed counts of fields 1 to 24 from the roller's side: positive are his.
    pub board: [i64; 24],
    /// The dice, in either order.
    pub dice: [i64; 2],
    /// The roller's rolls since the setting, this one included; at least 1.
    pub rolls: i64,
    /// The roller's score before the roll.
    pub mover: Side,
    /// The other player's score before the roll.
    pub opponent: Side,
    /// The options the roll is judged by.
    pub options: Options,
}

impl Query {
    /// The first roll of a setting, without score, by default options.
    pub fn new(board: [i64; 24], dice: [i64; 2]) -> Query {
        Query {
            board,
            dice,
            rolls: 1,
            mover: Side::default(),
            opponent: Side::default(),
            options: Options::default(),
        }
    }

    /// Answers the question.
    ///
    /// ```
    /// # use trictrac_store::Query;
    /// let mut board = [0; 24];
    /// (board[0], board[1], board[2], board[3], board[4], board[5]) = (3, 4, 2, 3, 2, 1);
    /// board[23] = -15;
    /// let answer = Query::new(board, [4, 1]).answer()?;
    /// assert_eq!((answer.mover_points, answer.plays.len()), (8, 3));
    /// assert_eq!(answer.events[0].jan.name(), "small_jan_filled");
    /// # Ok::<(), trictrac_store::QueryError>(())
    /// ```
    pub fn answer(&self) -> Result<Answer, QueryError> {
        let board = board_of(&self.board)?;
        let dice = dice_of(self.dice)?;
        if self.rolls < 1 {
            return Err(QueryError::Rolls(self.rolls));
        }
        self.options.check().map_err(|_| QueryError::Options)?;
        let scores = [score_of(&self.mover)?, score_of(&self.opponent)?];

        let situation = Situation::new(&board, dice, Rules::new(self.options));
        let course = Course {
            rolls: self.rolls.min(i64::from(ROLLS_COUNTED)) as u8,
            is_encounter: false,
        };
        let (findings, events) = scoring::list_events(&situation, course);
        let mut actions = ActionList::new();
        movegen::examine(&situation, Some(&mut actions));
        let plays = actions
            .iter()
            .filter_map(|action| {
                let play = Spelled::new(action, dice)?.play(&board.own)?;
                Some(play_answer(&board, dice, action, &play))
            })
            .collect();
        let points = [Beneficiary::Mover, Beneficiary::Opponent].map(|to| events.points_to(to));
        Ok(Answer {
            plays,
            events: events.to_vec(),
            mover_points: u32::from(points[0]),
            opponent_points: u32::from(points[1]),
            numbers_played: findings.numbers_played,
            exit: findings.exit,
            after: after_marking(self, scores, points),
        })
    }
}

impl Query {
    /// The ways of one of the answer's events, as many as it counts.
    pub fn ways(&self, event: &Event) -> Result<Vec<Way>, QueryError> {
        let (board, dice) = (board_of(&self.board)?, dice_of(self.dice)?);
        self.options.check().map_err(|_| QueryError::Options)?;
        let situation = Situation::new(&board, dice, Rules::new(self.options));
        Ok(scoring::ways(&situation, event))
    }
}

/// A legal play of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayAnswer {
    /// The action's id.
    pub action: ActionId,
    /// The dice and the play in words.
    pub text: String,
    /// From and to of each step, 0 for off the board.
    pub steps: Vec<[u8; 2]>,
    /// The board afterwards, from the roller's side.
    pub board: [i8; 24],
}

/// Everything about a roll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The legal plays, by ascending action; on an exit the exit alone.
    pub plays: Vec<PlayAnswer>,
    /// The scoring events.
    pub events: Vec<Event>,
    /// All that the roller marks.
    pub mover_points: u32,
    /// All that the other player marks.
    pub opponent_points: u32,
    /// How many numbers every play uses.
    pub numbers_played: u8,
    /// The last checker is borne off.
    pub exit: bool,
    /// The roller's and the other player's score when the roller holds and both have marked. A
    /// roller who has won ends the game: the other one marks nothing.
    pub after: [Side; 2],
}

/// A question that cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryError {
    /// A side has more than fifteen checkers.
    TooManyCheckers,
    /// A die does not show 1 to 6.
    Dice([i64; 2]),
    /// Points that are not 0, 2, 4, 6, 8 or 10.
    Points(i64),
    /// Holes below 0.
    Holes(i64),
    /// Fewer than one roll.
    Rolls(i64),
    /// Options out of range.
    Options,
}

impl Display for QueryError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            QueryError::TooManyCheckers => {
                formatter.write_str("a side has more than fifteen checkers on the board")
            }
            QueryError::Dice([one, other]) => {
                write!(
                    formatter,
                    "dice are {one} and {other}, but each must be 1 to 6"
                )
            }
            QueryError::Points(points) => {
                write!(
                    formatter,
                    "points are {points}, but must be 0, 2, 4, 6, 8 or 10"
                )
            }
            QueryError::Holes(holes) => {
                write!(formatter, "holes are {holes}, but must be 0 or more")
            }
            QueryError::Rolls(rolls) => {
                write!(formatter, "rolls are {rolls}, but must be 1 or more")
            }
            QueryError::Options => {
                formatter.write_str("an option is out of range, or does not apply to the format")
            }
        }
    }
}

impl std::error::Error for QueryError {}

fn board_of(counts: &[i64; 24]) -> Result<Board, QueryError> {
    let mut small = [0; 24];
    for (small, &count) in small.iter_mut().zip(counts) {
        *small = i8::try_from(count).map_err(|_| QueryError::TooManyCheckers)?;
    }
    let most = i8::try_from(CHECKERS).unwrap_or(i8::MAX);
    if small.iter().any(|count| !(-most..=most).contains(count)) {
        return Err(QueryError::TooManyCheckers);
    }
    Board::from_signed(&small).ok_or(QueryError::TooManyCheckers)
}

fn dice_of(dice: [i64; 2]) -> Result<Dice, QueryError> {
    let [one, other] = dice.map(|die| u8::try_from(die).unwrap_or(0));
    Dice::from_numbers(one, other).ok_or(QueryError::Dice(dice))
}

fn score_of(side: &Side) -> Result<Score, QueryError> {
    if !(0..=10).contains(&side.points) || side.points % 2 != 0 {
        return Err(QueryError::Points(side.points));
    }
    if side.holes < 0 {
        return Err(QueryError::Holes(side.holes));
    }
    Ok(Score {
        points: side.points as u8,
        holes: 0,
        cut: side.points > 0 && !side.bredouille,
        holes_cut: false,
    })
}

fn play_answer(board: &Board, dice: Dice, action: ActionId, play: &Play) -> PlayAnswer {
    let after = Board {
        own: play.applied_to(board.own),
        opp: board.opp,
    };
    PlayAnswer {
        action,
        text: format!("{dice}: {play}"),
        steps: play
            .steps()
            .map(|step| [step.from.number(), step.to.number()])
            .collect(),
        board: after.signed(),
    }
}

/// Both sides' scores once both have marked. `scores` hold no holes: those of the question, which
/// may be any number, are added to what the roll brings.
fn after_marking(query: &Query, scores: [Score; 2], points: [u16; 2]) -> [Side; 2] {
    let target = i64::from(AnyFormat::new(Rules::new(query.options)).most_holes());
    let marking_ends = match query.options.format {
        Format::Ordinary => true,
        Format::Written => false,
    };
    let [mut mover, mut opponent] = scores;
    mark(&mut mover, &mut opponent, points[0], u8::MAX);
    let holes = query.mover.holes.saturating_add(i64::from(mover.holes));
    if holes < target || !marking_ends {
        mark(&mut opponent, &mut mover, points[1], u8::MAX);
    }
    let side = |score: Score, before: i64| Side {
        points: i64::from(score.points),
        holes: before
            .saturating_add(i64::from(score.holes))
            .min(target.max(before)),
        bredouille: score.points > 0 && !score.cut,
    };
    [
        side(mover, query.mover.holes),
        side(opponent, query.opponent.holes),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Example X22, four points for the opponent's empty corner, with these scores before.
    fn after(mover: (i64, i64), opponent: (i64, i64)) -> [(i64, i64); 2] {
        let mut board = [0; 24];
        for (field, count) in [(1, 9), (7, 1), (8, 1), (10, 2), (12, 2), (24, -15)] {
            board[field - 1] = count;
        }
        let side = |(points, holes)| Side {
            points,
            holes,
            bredouille: true,
        };
        let query = Query {
            mover: side(mover),
            opponent: side(opponent),
            ..Query::new(board, [6, 5])
        };
        let answer = query.answer().expect("the question is sound");
        answer.after.map(|side| (side.points, side.holes))
    }

    #[test]
    fn marking_adds_to_any_number_of_holes_and_stops_at_the_target() {
        assert_eq!(after((0, 0), (0, 0)), [(4, 0), (0, 0)]);
        assert_eq!(after((10, 3), (6, 2)), [(2, 5), (0, 2)]);
        assert_eq!(after((8, 11), (0, 0)), [(0, 12), (0, 0)]);
        assert_eq!(after((8, 150), (0, 0)), [(0, 150), (0, 0)]);
    }

    #[test]
    fn unsound_questions_are_refused_by_what_is_wrong() {
        let sound = Query::new([0; 24], [6, 5]);
        let refusal = |query: Query| query.answer().unwrap_err();
        let mut crowded = sound;
        crowded.board[3] = 16;
        assert_eq!(refusal(crowded), QueryError::TooManyCheckers);
        let dice = [7, 0];
        assert_eq!(refusal(Query { dice, ..sound }), QueryError::Dice(dice));
        assert_eq!(refusal(Query { rolls: 0, ..sound }), QueryError::Rolls(0));
        for (side, error) in [
            (
                Side {
                    points: 3,
                    ..Side::default()
                },
                QueryError::Points(3),
            ),
            (
                Side {
                    points: 12,
                    ..Side::default()
                },
                QueryError::Points(12),
            ),
            (
                Side {
                    holes: -1,
                    ..Side::default()
                },
                QueryError::Holes(-1),
            ),
        ] {
            assert_eq!(
                refusal(Query {
                    mover: side,
                    ..sound
                }),
                error
            );
            assert_eq!(
                refusal(Query {
                    opponent: side,
                    ..sound
                }),
                error
            );
        }
    }
}
