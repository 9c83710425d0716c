//! One game of a batch: its position, its dice, and what it writes into its row.

use trictrac_play::Luck;
use trictrac_store::{ActionId, ActionList, State, Utility};

use super::arrays::Arrays;
use super::{BatchConfig, BatchError};

/// OpenSpiel's number when nobody acts any more.
const TERMINAL: i8 = -4;

/// What stands for the action of a game that has ended.
const NO_ACTION: i64 = -1;

/// The action of a game that is not to move in this step.
pub const HOLD: i64 = i64::MIN;

/// What tells the dice of a game from the luck of its sampled actions.
const SAMPLING: u64 = 1 << 63;

#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) state: State,
    legal: ActionList,
    dice: Luck,
    sampling: Luck,
    /// Decisions of this game.
    steps: u32,
    /// The game has been broken off by the limit of steps.
    is_cut: bool,
    /// What both had when the last step began, by the utility `score`.
    paid: [f64; 2],
    pub(super) panics: bool,
}

impl Slot {
    /// What [`Slot::save`] writes: position, two sources of luck, steps, the cut, and what is paid.
    pub(super) const BYTES: usize = State::BYTES + 8 + 8 + 4 + 1 + 16;

    pub(super) fn new(config: &BatchConfig, seed: u64, number: u64) -> Slot {
        Slot {
            state: State::new(config.options),
            legal: ActionList::new(),
            dice: Luck::of(seed, number),
            sampling: Luck::of(seed, number | SAMPLING),
            steps: 0,
            is_cut: false,
            paid: [0.0; 2],
            panics: false,
        }
    }

    pub(super) fn reseed(&mut self, seed: u64, number: u64) {
        self.dice = Luck::of(seed, number);
        self.sampling = Luck::of(seed, number | SAMPLING);
    }

    /// Begins a game in this position, which is not over.
    pub(super) fn start(&mut self, config: &BatchConfig, state: State) {
        self.paid = totals(config, &state);
        self.stand(state);
        self.steps = 0;
        self.is_cut = false;
        self.go_on();
    }

    /// Stands in this position, with what is legal there.
    pub(super) fn stand(&mut self, state: State) {
        self.state = state;
        self.state.legal_actions(&mut self.legal);
    }

    fn has_ended(&self) -> bool {
        self.is_cut || self.state.is_over()
    }

    /// Refuses what [`Slot::step`] cannot take.
    pub(super) fn check(&self, index: usize, action: i64) -> Result<(), BatchError> {
        if action == HOLD {
            return Ok(());
        }
        if self.has_ended() {
            return match action {
                NO_ACTION => Ok(()),
                _ => Err(BatchError::Ended { index, action }),
            };
        }
        let id = u16::try_from(action).ok().map(ActionId);
        if id.is_some_and(|id| self.legal.contains(id)) {
            return Ok(());
        }
        Err(BatchError::Illegal {
            index,
            action,
            state: self.state,
        })
    }

    /// Takes a checked action and goes on to the next decision.
    pub(super) fn step(&mut self, config: &BatchConfig, action: i64, row: &mut Arrays<'_>) {
        if self.panics {
            panic!("provoked on purpose");
        }
        row.clear_step();
        if action == HOLD || self.has_ended() {
            return;
        }
        let id = u16::try_from(action).expect("the action has been checked");
        self.state.apply_unchecked(ActionId(id));
        self.legal.clear();
        if self.state.is_decision() {
            self.state.legal_actions(&mut self.legal);
        }
        self.steps += 1;
        self.go_on();
        let is_over = self.state.is_over();
        self.is_cut = !is_over && config.max_steps != 0 && self.steps >= config.max_steps;
        row.terminated[0] = is_over;
        row.truncated[0] = self.is_cut;
        self.pay(config, row);
        if config.autoreset && self.has_ended() {
            row.keep_end();
            let seen =
                config
                    .observation
                    .fill(&self.state, self.state.mover(), row.final_observations);
            seen.expect("the arrays are of the observation's size");
            self.start(config, State::new(config.options));
        }
        self.show(config, row);
    }

    /// Rolls the dice until somebody has to decide or the game is over.
    fn go_on(&mut self) {
        while !self.state.is_decision() && !self.state.is_over() {
            let dice = self.dice.roll_for(&self.state);
            let rolled = self.state.roll_with_actions(dice, &mut self.legal);
            rolled.expect("the dice have been picked for this position");
        }
    }

    /// Writes what the step has brought.
    fn pay(&mut self, config: &BatchConfig, row: &mut Arrays<'_>) {
        let now = config.utility.returns(&self.state);
        for (player, (&now, &paid)) in now.iter().zip(&self.paid).enumerate() {
            row.rewards[player] = match config.utility {
                Utility::Score => (now - paid) as f32,
                Utility::Win | Utility::Margin => now as f32,
            };
            row.returns[player] = now as f32;
        }
        self.paid = totals(config, &self.state);
    }

    /// Writes who decides, what that player sees and may do, and the dice.
    pub(super) fn show(&self, config: &BatchConfig, row: &mut Arrays<'_>) {
        let (player, observer) = if self.has_ended() {
            (TERMINAL, self.state.mover())
        } else {
            let decider = self.state.decider();
            (decider.index() as i8, decider)
        };
        row.current_player[0] = player;
        let seen = config
            .observation
            .fill(&self.state, observer, row.observations);
        seen.expect("the arrays are of the observation's size");
        row.legal_mask.fill(false);
        if player >= 0 {
            for &id in self.legal.ids() {
                row.legal_mask[usize::from(id)] = true;
            }
        }
        let dice = self.state.dice().filter(|_| player >= 0);
        row.dice.copy_from_slice(&dice.map_or([0; 2], |dice| {
            [dice.high().number() as i8, dice.low().number() as i8]
        }));
        for (value, now) in row
            .returns
            .iter_mut()
            .zip(config.utility.returns(&self.state))
        {
            *value = now as f32;
        }
    }

    pub(super) fn sample(&mut self) -> i64 {
        if self.has_ended() {
            return NO_ACTION;
        }
        let picked = self.sampling.below(self.legal.len() as u32) as usize;
        self.legal.ids()[picked].into()
    }

    pub(super) fn save(&self) -> [u8; Slot::BYTES] {
        let mut bytes = [0; Slot::BYTES];
        let (state, rest) = bytes.split_at_mut(State::BYTES);
        state.copy_from_slice(&self.state.to_bytes());
        rest[..8].copy_from_slice(&self.dice.state().to_le_bytes());
        rest[8..16].copy_from_slice(&self.sampling.state().to_le_bytes());
        rest[16..20].copy_from_slice(&self.steps.to_le_bytes());
        rest[20] = u8::from(self.is_cut);
        rest[21..29].copy_from_slice(&self.paid[0].to_le_bytes());
        rest[29..].copy_from_slice(&self.paid[1].to_le_bytes());
        bytes
    }

    pub(super) fn load(config: &BatchConfig, bytes: &[u8]) -> Result<Slot, BatchError> {
        const FORM: BatchError = BatchError::Saved("their form is another one");
        let (state, rest) = bytes.split_at_checked(State::BYTES).ok_or(FORM)?;
        let state = State::from_bytes(state).map_err(BatchError::Position)?;
        if state.options() != config.options {
            return Err(BatchError::OtherOptions);
        }
        if !state.is_decision() && !state.is_over() {
            return Err(BatchError::Saved("an environment stands at a roll"));
        }
        let word = |at: usize| {
            let bytes = rest.get(at..at + 8).and_then(|word| word.try_into().ok());
            bytes.map(u64::from_le_bytes).ok_or(FORM)
        };
        let steps = rest.get(16..20).and_then(|word| word.try_into().ok());
        let steps = steps.map(u32::from_le_bytes).ok_or(FORM)?;
        let luck = |at: usize| Luck::from_state(word(at)?).ok_or(FORM);
        let is_cut = match rest[20] {
            0 => false,
            1 => true,
            _ => return Err(FORM),
        };
        let paid = [f64::from_bits(word(21)?), f64::from_bits(word(29)?)];
        if !paid.iter().all(|paid| paid.is_finite()) {
            return Err(FORM);
        }
        let mut slot = Slot {
            dice: luck(0)?,
            sampling: luck(8)?,
            steps,
            is_cut,
            paid,
            ..Slot::new(config, 0, 0)
        };
        slot.stand(state);
        Ok(slot)
    }
}

/// What both players have so far, where every mark pays.
fn totals(config: &BatchConfig, state: &State) -> [f64; 2] {
    match config.utility {
        Utility::Score => config.utility.returns(state),
        Utility::Win | Utility::Margin => [0.0; 2],
    }
}

/// What a panic said.
pub(super) fn panic_message(payload: &(dyn std::any::Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}
