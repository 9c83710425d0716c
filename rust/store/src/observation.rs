//! Positions as tensors. Everything is from the observer's side; the seat of the player to move is
//! the only absolute value.
//!
//! ```text
//! features, 217 values in [0, 1]
//!   0..=95     own checkers: for fields 1..=24 (exactly 1, exactly 2, exactly 3, (n-3)/12 above)
//!   96..=191   the opponent's checkers on the same fields, same coding
//!   192..=216  SCALARS: dice, seat, phase, scores, quarters, corners, rolls
//! planes, 33 planes of 2 x 12: row 0 fields 1..=12, row 1 fields 24..=13
//!   0..=3      own checkers, the four values above
//!   4..=7      the opponent's
//!   8..=32     each scalar on a plane of its own
//! compact, 36 whole numbers: see `COMPACT_LAYOUT`
//! ```
//!
//! A written game appends values of its own, and so does a game with schools, in this order: see
//! `WRITTEN_PARTS`, `WRITTEN_COMPACT_PARTS` and `SCHOOLS_PARTS`.

use crate::checkers::{CHECKERS, Checkers};
use crate::color::Color;
use crate::field::{Field, FieldSet, Quarter};
use crate::options::{Format, Options};
use crate::state::State;
use crate::table::Phase;
use crate::tally::WrittenScore;

/// Values of the `features` tensor of an ordinary game.
pub const FEATURES: usize = 217;
/// Values of the `compact` tensor of an ordinary game.
pub const COMPACT: usize = 36;
/// Planes, rows and columns of the `planes` tensor of an ordinary game.
pub const PLANES: [usize; 3] = [33, 2, 12];

const FIELD_VALUES: usize = 4;
const SIDE_VALUES: usize = 24 * FIELD_VALUES;
const SCALARS: usize = FEATURES - 2 * SIDE_VALUES;
const PLANE: usize = PLANES[1] * PLANES[2];

/// A named range of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name, in English.
    pub name: &'static str,
    /// First index.
    pub start: usize,
    /// How many values.
    pub len: usize,
    /// What the values say.
    pub meaning: &'static str,
}

/// The parts of a tensor whose lengths are given, one after the other.
const fn layout<const N: usize>(parts: [(&'static str, usize, &'static str); N]) -> [Part; N] {
    let mut laid = [Part {
        name: "",
        start: 0,
        len: 0,
        meaning: "",
    }; N];
    let mut start = 0;
    let mut index = 0;
    while index < N {
        let (name, len, meaning) = parts[index];
        laid[index] = Part {
            name,
            start,
            len,
            meaning,
        };
        start += len;
        index += 1;
    }
    laid
}

const CODING: &str = "fields 1 to 24 in the observer's numbering, 4 values each: exactly 1 checker, exactly 2, \
     exactly 3, (n - 3) / 12 when more";

/// What each value of the `features` tensor of an ordinary game means.
pub static FEATURES_LAYOUT: [Part; 17] = FEATURES_PARTS;

const FEATURES_PARTS: [Part; 17] = layout([
    ("own_checkers", SIDE_VALUES, CODING),
    ("opponent_checkers", SIDE_VALUES, CODING),
    (
        "dice",
        2,
        "each die / 6, higher first; 0 when none is rolled",
    ),
    (
        "seat_to_move",
        1,
        "the player who rolls or decides: 0 or 1, never mirrored",
    ),
    (
        "phase",
        1,
        "phase / 5: 0 roll or over, 1 and 2 claims, 3 hold or go, 4 move",
    ),
    ("own_points", 1, "points / 12"),
    (
        "own_holes",
        1,
        "holes / 12 (/ the holes that win, when those are more), at most 1",
    ),
    (
        "own_bredouille_possible",
        1,
        "1 when the run of points is uninterrupted",
    ),
    (
        "own_grande_bredouille_possible",
        1,
        "1 when the run of holes is uninterrupted",
    ),
    ("opponent_score", 4, "the same four values of the opponent"),
    (
        "own_full_quarters",
        4,
        "1 for each quarter (1-6, 7-12, 13-18, 19-24) that is full",
    ),
    (
        "opponent_full_quarters",
        4,
        "the same of the opponent, same quarters",
    ),
    (
        "own_all_home",
        1,
        "1 when all own checkers on the board are on 19-24",
    ),
    (
        "opponent_all_home",
        1,
        "1 when all the opponent's are on 1-6",
    ),
    (
        "own_corner_held",
        1,
        "1 when two or more own checkers are on 12",
    ),
    (
        "opponent_corner_held",
        1,
        "1 when two or more of the opponent's are on 13",
    ),
    ("own_rolls", 1, "own rolls since the setting / 3, at most 1"),
]);

/// What each value of the `compact` tensor of an ordinary game means.
pub static COMPACT_LAYOUT: [Part; 12] = layout([
    (
        "checkers",
        24,
        "signed counts of fields 1 to 24 in the observer's numbering",
    ),
    ("seat_to_move", 1, "the player who rolls or decides: 0 or 1"),
    (
        "phase",
        1,
        "0 roll or over, 1 and 2 claims, 3 hold or go, 4 move",
    ),
    ("dice", 2, "the dice, higher first; 0 when none is rolled"),
    ("own_points", 1, "0 to 10"),
    ("own_holes", 1, "0 to the holes that win"),
    (
        "own_bredouille_possible",
        1,
        "1 when the run of points is uninterrupted",
    ),
    (
        "own_grande_bredouille_possible",
        1,
        "1 when the run of holes is uninterrupted",
    ),
    ("opponent_points", 1, "0 to 10"),
    ("opponent_holes", 1, "0 to the holes that win"),
    (
        "opponent_bredouille_possible",
        1,
        "1 when the run of points is uninterrupted",
    ),
    (
        "opponent_grande_bredouille_possible",
        1,
        "1 when the run of holes is uninterrupted",
    ),
]);

/// What a written game appends to the values of `features` and the planes of `planes`.
const WRITTEN_PARTS: [(&str, usize, &str); 8] = [
    ("own_holes_of_marque", 1, "own holes / 100"),
    ("opponent_holes_of_marque", 1, "the opponent's holes / 100"),
    ("marque", 1, "number of the marqué / number of marqués"),
    (
        "own_start",
        1,
        "1 when the observer rolled first in the marqué",
    ),
    ("refaits", 1, "refaits before the marqué / 15"),
    ("own_wins", 1, "own marqués won / number of marqués"),
    (
        "opponent_wins",
        1,
        "the opponent's marqués won / number of marqués",
    ),
    (
        "own_tokens",
        1,
        "own tokens / (32 * marqués), from -1 to 1 and then brought into 0 to 1: (x + 1) / 2",
    ),
];

/// What a written game appends to the values of `compact`.
const WRITTEN_COMPACT_PARTS: [(&str, usize, &str); 6] = [
    ("marque", 1, "number of the marqué, from 1"),
    (
        "own_start",
        1,
        "1 when the observer rolled first in the marqué",
    ),
    ("refaits", 1, "refaits before the marqué, 0 to 15"),
    ("own_wins", 1, "own marqués won"),
    ("opponent_wins", 1, "the opponent's marqués won"),
    ("own_tokens", 1, "own tokens, which can be negative"),
];

/// What a game with schools appends to any tensor; `features` and `planes` divide both by 126.
const SCHOOLS_PARTS: [(&str, usize, &str); 2] = [
    (
        "school",
        1,
        "the roller's fault that waits to be marked (/ 126)",
    ),
    (
        "owed",
        1,
        "what is due to the player who claims after the play (/ 126)",
    ),
];

/// What each plane of the `planes` tensor of an ordinary game means: the checkers of [`FEATURES_LAYOUT`] on four planes
/// a side, everything else on a plane of its own.
pub static PLANES_LAYOUT: [Part; FEATURES_PARTS.len()] = {
    let mut parts = FEATURES_PARTS;
    let mut index = 0;
    while index < parts.len() {
        if index < 2 {
            parts[index].start /= 24;
            parts[index].len /= 24;
        } else {
            parts[index].start -= 2 * (SIDE_VALUES - FIELD_VALUES);
        }
        index += 1;
    }
    parts
};

/// A tensor of the wrong size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongTensorSize {
    /// How many values the tensor must hold.
    pub expected: usize,
    /// How many it holds.
    pub found: usize,
}

impl std::fmt::Display for WrongTensorSize {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let WrongTensorSize { expected, found } = self;
        write!(
            formatter,
            "the tensor holds {found} values where {expected} are needed"
        )
    }
}

impl std::error::Error for WrongTensorSize {}

/// The shape of an observation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Observation {
    /// 217 values in [0, 1], or more.
    #[default]
    Features = 0,
    /// 36 whole numbers, or more.
    Compact = 1,
    /// 33 planes of 2 x 12, or more, for convolutions.
    Planes = 2,
}

impl Observation {
    /// Every shape.
    pub const ALL: [Observation; 3] = [
        Observation::Features,
        Observation::Compact,
        Observation::Planes,
    ];

    /// The name: `features`, `compact` or `planes`.
    pub const fn name(self) -> &'static str {
        match self {
            Observation::Features => "features",
            Observation::Compact => "compact",
            Observation::Planes => "planes",
        }
    }

    /// What a game with these options appends.
    fn appended(
        self,
        options: &Options,
    ) -> impl Iterator<Item = (&'static str, usize, &'static str)> {
        let written: &[_] = match (options.format, self) {
            (Format::Ordinary, _) => &[],
            (Format::Written, Observation::Features | Observation::Planes) => &WRITTEN_PARTS,
            (Format::Written, Observation::Compact) => &WRITTEN_COMPACT_PARTS,
        };
        let schools: &[_] = if options.schools { &SCHOOLS_PARTS } else { &[] };
        written.iter().chain(schools).copied()
    }

    /// How many values or planes come after those of an ordinary game.
    fn appended_len(self, options: &Options) -> usize {
        self.appended(options).map(|(_, len, _)| len).sum()
    }

    /// How many values the tensor of a game with these options holds.
    pub fn len(self, options: &Options) -> usize {
        let appended = self.appended_len(options);
        match self {
            Observation::Features => FEATURES + appended,
            Observation::Compact => COMPACT + appended,
            Observation::Planes => (PLANES[0] + appended) * PLANE,
        }
    }

    /// The dimensions of the tensor of a game with these options.
    pub fn shape(self, options: &Options) -> Vec<usize> {
        match self {
            Observation::Features | Observation::Compact => vec![self.len(options)],
            Observation::Planes => vec![self.len(options) / PLANE, PLANES[1], PLANES[2]],
        }
    }

    /// What the values of a game with these options mean; of `planes`, what each plane means.
    pub fn layout(self, options: &Options) -> Vec<Part> {
        let mut parts = match self {
            Observation::Features => FEATURES_LAYOUT.to_vec(),
            Observation::Compact => COMPACT_LAYOUT.to_vec(),
            Observation::Planes => PLANES_LAYOUT.to_vec(),
        };
        for (name, len, meaning) in self.appended(options) {
            let start = parts.last().map_or(0, |part| part.start + part.len);
            parts.push(Part {
                name,
                start,
                len,
                meaning,
            });
        }
        parts
    }

    /// Writes what `observer` sees into `tensor`, every value of it.
    pub fn fill(
        self,
        state: &State,
        observer: Color,
        tensor: &mut [f32],
    ) -> Result<(), WrongTensorSize> {
        let expected = self.len(&state.options());
        if tensor.len() != expected {
            return Err(WrongTensorSize {
                expected,
                found: tensor.len(),
            });
        }
        let (common, appended) = tensor.split_at_mut(self.common_len());
        self.fill_common(state, observer, common)?;
        if !appended.is_empty() {
            self.fill_appended(state, observer, appended);
        }
        Ok(())
    }

    /// Writes what the tensors of all games have in common: that of an ordinary one.
    pub fn fill_common(
        self,
        state: &State,
        observer: Color,
        tensor: &mut [f32],
    ) -> Result<(), WrongTensorSize> {
        let expected = self.common_len();
        if tensor.len() != expected {
            return Err(WrongTensorSize {
                expected,
                found: tensor.len(),
            });
        }
        match self {
            Observation::Features => fill_features(state, observer, tensor),
            Observation::Compact => fill_compact(state, observer, tensor),
            Observation::Planes => fill_planes(state, observer, tensor),
        }
        Ok(())
    }

    const fn common_len(self) -> usize {
        match self {
            Observation::Features => FEATURES,
            Observation::Compact => COMPACT,
            Observation::Planes => PLANES[0] * PLANE,
        }
    }

    fn fill_appended(self, state: &State, observer: Color, appended: &mut [f32]) {
        let mut values = [0.0; WRITTEN_PARTS.len() + SCHOOLS_PARTS.len()];
        let mut count = 0;
        let mut append = |more: &[f32]| {
            values[count..count + more.len()].copy_from_slice(more);
            count += more.len();
        };
        let is_scaled = match self {
            Observation::Features | Observation::Planes => true,
            Observation::Compact => false,
        };
        match state.written_score() {
            Some(written) if is_scaled => append(&written_values(state, &written, observer)),
            Some(written) => append(&written_numbers(&written, observer)),
            None => {}
        }
        if state.options().schools {
            let setup = state.to_setup();
            let scale = if is_scaled { 126.0 } else { 1.0 };
            append(&[setup.school, setup.owed].map(|points| f32::from(points) / scale));
        }
        let cells = match self {
            Observation::Features | Observation::Compact => 1,
            Observation::Planes => PLANE,
        };
        for (cells, value) in appended.chunks_exact_mut(cells).zip(values) {
            cells.fill(value);
        }
    }
}

/// The values of [`WRITTEN_PARTS`].
fn written_values(state: &State, written: &WrittenScore, observer: Color) -> [f32; 8] {
    let marques = f32::from(state.options().marques);
    let holes = |player| f32::from(state.score(player).holes) / 100.0;
    let [marque, start, refaits, own_wins, opponent_wins, tokens] =
        written_numbers(written, observer);
    let tokens = (tokens / (32.0 * marques)).clamp(-1.0, 1.0);
    [
        holes(observer),
        holes(observer.opponent()),
        marque / marques,
        start,
        refaits / 15.0,
        own_wins / marques,
        opponent_wins / marques,
        (tokens + 1.0) / 2.0,
    ]
}

/// The values of [`WRITTEN_COMPACT_PARTS`].
fn written_numbers(written: &WrittenScore, observer: Color) -> [f32; 6] {
    [
        f32::from(written.marque),
        f32::from(u8::from(written.starter == observer)),
        f32::from(written.refaits),
        f32::from(written.wins[observer.index()]),
        f32::from(written.wins[observer.opponent().index()]),
        written.tokens[observer.index()] as f32,
    ]
}

/// The four values of a count.
const COUNT_CODE: [[f32; FIELD_VALUES]; 1 + CHECKERS as usize] = {
    let mut code = [[0.0; FIELD_VALUES]; 1 + CHECKERS as usize];
    let mut count = 1;
    while count < code.len() {
        match count {
            1..=3 => code[count][count - 1] = 1.0,
            _ => code[count][3] = (count - 3) as f32 / 12.0,
        }
        count += 1;
    }
    code
};

/// 1 at the roller's claim, 2 at the other player's, 3 at a choice to hold or go (a forced `Go` too),
/// 4 at a play, else 0.
const fn phase_number(state: &State) -> f32 {
    match state.phase() {
        Phase::Roll | Phase::Over => 0.0,
        Phase::HoldOrGo | Phase::LastGo => 3.0,
        Phase::Move => 4.0,
        Phase::Claim => 1.0,
        Phase::ClaimReceived => 2.0,
    }
}

/// The dice on the table, higher first; a first die alone, then 0.
const fn dice_numbers(state: &State) -> [f32; 2] {
    [state.table.dice[0] as f32, state.table.dice[1] as f32]
}

/// Calls `visit` with each occupied field, in the numbering in which `checkers` are `mirrored` or
/// not, and the number of checkers there.
fn for_each_count(checkers: &Checkers, mirrored: bool, mut visit: impl FnMut(Field, u8)) {
    for field in checkers.one_or_more() {
        let seen = if mirrored { field.mirrored() } else { field };
        visit(seen, checkers.count(field));
    }
}

fn fill_features(state: &State, observer: Color, tensor: &mut [f32]) {
    tensor[..2 * SIDE_VALUES].fill(0.0);
    for (side, color) in [observer, observer.opponent()].into_iter().enumerate() {
        for_each_count(&state.checkers(color), side == 1, |field, count| {
            let at = side * SIDE_VALUES + (usize::from(field.number()) - 1) * FIELD_VALUES;
            tensor[at..at + FIELD_VALUES].copy_from_slice(&COUNT_CODE[usize::from(count)]);
        });
    }
    tensor[2 * SIDE_VALUES..].copy_from_slice(&scalars(state, observer));
}

/// The values that belong to no field, in the order of [`FEATURES_LAYOUT`].
fn scalars(state: &State, observer: Color) -> [f32; SCALARS] {
    let flag = |value: bool| f32::from(u8::from(value));
    let [high, low] = dice_numbers(state);
    let most_holes = state.options().target_holes.max(12);
    let score = |color: Color| {
        let score = state.score(color);
        [
            f32::from(score.points) / 12.0,
            (f32::from(score.holes) / f32::from(most_holes)).min(1.0),
            flag(score.bredouille_possible()),
            flag(score.grande_bredouille_possible()),
        ]
    };
    let (own, opp) = (
        state.checkers(observer),
        state.checkers(observer.opponent()),
    );
    let full = |checkers: &Checkers, index: usize| flag(checkers.fills(Quarter::ALL[index]));
    let away = FieldSet::ALL.without(Quarter::Return.fields());
    let all_home = |checkers: &Checkers| flag(checkers.one_or_more().and(away).is_empty());
    let corner = |checkers: &Checkers| flag(checkers.two_or_more().contains(Field::CORNER));
    let [own_points, own_holes, own_bredouille, own_grande] = score(observer);
    let [opp_points, opp_holes, opp_bredouille, opp_grande] = score(observer.opponent());
    [
        high / 6.0,
        low / 6.0,
        f32::from(state.decider().index() as u8),
        phase_number(state) / 5.0,
        own_points,
        own_holes,
        own_bredouille,
        own_grande,
        opp_points,
        opp_holes,
        opp_bredouille,
        opp_grande,
        full(&own, 0),
        full(&own, 1),
        full(&own, 2),
        full(&own, 3),
        // The observer's quarters are the opponent's from the far end.
        full(&opp, 3),
        full(&opp, 2),
        full(&opp, 1),
        full(&opp, 0),
        all_home(&own),
        all_home(&opp),
        corner(&own),
        corner(&opp),
        f32::from(state.rolls(observer).min(3)) / 3.0,
    ]
}

fn fill_compact(state: &State, observer: Color, tensor: &mut [f32]) {
    tensor[..24].fill(0.0);
    for (sign, color) in [(1.0, observer), (-1.0, observer.opponent())] {
        for_each_count(&state.checkers(color), sign < 0.0, |field, count| {
            tensor[usize::from(field.number()) - 1] = sign * f32::from(count);
        });
    }
    let [high, low] = dice_numbers(state);
    let seat = f32::from(state.decider().index() as u8);
    tensor[24..28].copy_from_slice(&[seat, phase_number(state), high, low]);
    for (at, color) in [(28, observer), (32, observer.opponent())] {
        let score = state.score(color);
        tensor[at..at + 4].copy_from_slice(&[
            f32::from(score.points),
            f32::from(score.holes),
            f32::from(u8::from(score.bredouille_possible())),
            f32::from(u8::from(score.grande_bredouille_possible())),
        ]);
    }
}

fn fill_planes(state: &State, observer: Color, tensor: &mut [f32]) {
    tensor[..2 * FIELD_VALUES * PLANE].fill(0.0);
    for (side, color) in [observer, observer.opponent()].into_iter().enumerate() {
        for_each_count(&state.checkers(color), side == 1, |field, count| {
            let number = usize::from(field.number());
            // Opposite fields of the board stand in one column.
            let cell = if number <= 12 {
                number - 1
            } else {
                PLANES[2] + 24 - number
            };
            for (value, code) in COUNT_CODE[usize::from(count)].iter().enumerate() {
                tensor[(side * FIELD_VALUES + value) * PLANE + cell] = *code;
            }
        });
    }
    let planes = tensor[2 * FIELD_VALUES * PLANE..].chunks_exact_mut(PLANE);
    for (plane, scalar) in planes.zip(scalars(state, observer)) {
        plane.fill(scalar);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::options::Options;

    #[test]
    fn layouts_cover_their_tensors() {
        for (layout, len) in [
            (FEATURES_LAYOUT.as_slice(), FEATURES),
            (COMPACT_LAYOUT.as_slice(), COMPACT),
            (PLANES_LAYOUT.as_slice(), PLANES[0]),
        ] {
            let end = layout.last().map(|part| part.start + part.len);
            assert_eq!(end, Some(len));
        }
    }

    #[test]
    fn the_start_looks_the_same_to_both_but_for_nothing() {
        let state = State::new(Options::default());
        let (mut white, mut black) = ([0.0; FEATURES], [0.0; FEATURES]);
        fill_features(&state, Color::White, &mut white);
        fill_features(&state, Color::Black, &mut black);
        assert_eq!(white, black);
        assert_eq!(white[3], 1.0);
        assert_eq!(white[96 + 23 * 4 + 3], 1.0);
    }

    #[test]
    fn compact_values_are_plain_numbers() {
        let mut state = State::new(Options::default());
        state.roll(Dice::from_numbers(2, 5).unwrap()).unwrap();
        let mut tensor = [9.0; COMPACT];
        fill_compact(&state, Color::Black, &mut tensor);
        assert_eq!((tensor[0], tensor[23]), (15.0, -15.0));
        assert_eq!(tensor[24..28], [0.0, 4.0, 5.0, 2.0]);
        assert_eq!(tensor[28..], [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn planes_hold_the_features() {
        let mut state = State::new(Options::default());
        state.roll(Dice::from_numbers(6, 5).unwrap()).unwrap();
        let mut features = [0.0; FEATURES];
        let mut planes = vec![9.0; PLANES[0] * PLANE];
        fill_features(&state, Color::White, &mut features);
        fill_planes(&state, Color::White, &mut planes);
        for field in 0..24 {
            let cell = if field < 12 { field } else { 12 + 23 - field };
            for value in 0..4 {
                assert_eq!(planes[value * 24 + cell], features[field * 4 + value]);
                assert_eq!(
                    planes[(4 + value) * 24 + cell],
                    features[96 + field * 4 + value]
                );
            }
        }
        for (index, scalar) in features[192..].iter().enumerate() {
            assert!(
                planes[(8 + index) * 24..][..24]
                    .iter()
                    .all(|value| value == scalar)
            );
        }
    }

    #[test]
    fn a_tensor_of_the_wrong_size_is_refused() {
        let state = State::new(Options::default());
        let error = Observation::Compact.fill(&state, Color::White, &mut [0.0; 35]);
        assert_eq!(
            error,
            Err(WrongTensorSize {
                expected: 36,
                found: 35
            })
        );
    }
}
