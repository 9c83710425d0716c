//! Points, holes and bredouille of one setting after another: what marking does.
//! Which events are marked is decided in `scoring`; when a game ends, in `format`.

/// Points that make a hole.
pub const HOLE: u16 = 12;

/// One player's score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// Points towards the next hole: 0, 2, 4, 6, 8 or 10.
    pub points: u8,
    /// Holes won, at most the number that wins the game.
    pub holes: u8,
    /// The player's present run of points has been interrupted: his next hole is simple.
    pub cut: bool,
    /// The player's run of holes has been interrupted: no grande bredouille.
    pub holes_cut: bool,
}

impl Score {
    /// Can the next hole still count double?
    pub const fn bredouille_possible(&self) -> bool {
        !self.cut
    }

    /// Can the game still be won without an interruption of the run of holes?
    pub const fn grande_bredouille_possible(&self) -> bool {
        !self.holes_cut
    }

    /// Forgets the points, as when a player goes.
    pub(crate) const fn clear_points(&mut self) {
        self.points = 0;
        self.cut = false;
    }
}

/// Marks `points` (even) for `player` and returns how many holes they made
/// (`docs/rules.md#marking`, `docs/rules.md#bredouille`). Holes stop at `target_holes`.
pub(crate) fn mark(player: &mut Score, other: &mut Score, points: u16, target_holes: u8) -> u8 {
    if points == 0 {
        return 0;
    }
    if other.points > 0 {
        other.cut = true;
    }
    let total = u16::from(player.points) + points;
    let times = total / HOLE;
    player.points = (total % HOLE) as u8;
    if times == 0 {
        return 0;
    }
    let first = if player.cut { 1 } else { 2 };
    let holes = (first + 2 * (times - 1)) as u8;
    mark_holes(player, other, holes, target_holes);
    other.clear_points();
    player.cut = false;
    holes
}

/// Adds holes; they interrupt the other player's run of holes (`docs/rules.md#flag`).
fn mark_holes(player: &mut Score, other: &mut Score, holes: u8, target_holes: u8) {
    if other.holes > 0 {
        other.holes_cut = true;
    }
    player.holes = player.holes.saturating_add(holes).min(target_holes);
}

/// Does the player hold the flag: holes in an uninterrupted run, while the other has holes too?
/// (`docs/rules.md#flag`)
pub const fn holds_flag(player: &Score, other: &Score) -> bool {
    player.holes > 0 && !player.holes_cut && other.holes > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(points: u8, cut: bool) -> Score {
        Score {
            points,
            cut,
            ..Score::default()
        }
    }

    #[test]
    fn marking_less_than_a_hole_interrupts_only_a_player_with_points() {
        let (mut player, mut other) = (score(0, false), score(0, false));
        assert_eq!(mark(&mut player, &mut other, 4, 12), 0);
        assert!(!other.cut);
        assert_eq!(mark(&mut other, &mut player, 2, 12), 0);
        assert!(player.cut && !other.cut);
    }

    #[test]
    fn bredouille_makes_the_first_hole_double() {
        let (mut player, mut other) = (score(8, false), score(4, true));
        assert_eq!(mark(&mut player, &mut other, 4, 12), 2);
        assert_eq!((player.points, other.points, other.cut), (0, 0, false));
    }

    #[test]
    fn marking_several_holes_makes_all_but_the_first_double() {
        let (mut player, mut other) = (score(8, true), score(8, false));
        assert_eq!(mark(&mut player, &mut other, 18, 12), 3);
        assert_eq!(player.points, 2);
        assert!(!player.cut);
    }

    #[test]
    fn holes_stop_at_the_target() {
        let (mut player, mut other) = (score(0, false), score(0, false));
        assert_eq!(mark(&mut player, &mut other, 36, 4), 6);
        assert_eq!(player.holes, 4);
    }

    #[test]
    fn flag_goes_to_an_uninterrupted_run_in_second() {
        let (mut first, mut second) = (score(0, false), score(0, false));
        mark(&mut first, &mut second, 12, 12);
        assert!(!holds_flag(&first, &second));
        mark(&mut second, &mut first, 12, 12);
        assert!(holds_flag(&second, &first));
        assert!(!holds_flag(&first, &second));
    }
}
