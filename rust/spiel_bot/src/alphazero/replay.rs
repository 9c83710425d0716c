//! What self-play has shown lately: observations in 16-bit numbers with the zeros left out,
//! policies, and what value and result should be.

use std::collections::VecDeque;

use super::half::{from_half, to_half};
use crate::network::Batch;

/// One position to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// What the mover saw.
    pub observation: &'a [f32],
    /// The legal actions; none when there is no policy to learn.
    pub actions: &'a [u16],
    /// How likely each of them should be.
    pub policy: &'a [f32],
    /// What the mover gained from here on.
    pub value: f32,
    /// How the game ended for the mover, -1 to 1.
    pub result: f32,
}

/// The examples of one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segment {
    /// For each 16 places of an observation a mask of those that are not zero, then their numbers.
    observations: Vec<u16>,
    /// Actions and their probabilities, in turn.
    policies: Vec<u16>,
    /// For each example: where its observation and its policy end, its value and its result.
    ends: Vec<[u32; 2]>,
    targets: Vec<[f32; 2]>,
}

const MASK_BITS: usize = 16;

impl Segment {
    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends an example.
    pub fn push(&mut self, example: &Example) {
        for values in example.observation.chunks(MASK_BITS) {
            let place = self.observations.len();
            self.observations.push(0);
            let mut mask = 0;
            for (bit, &value) in values.iter().enumerate() {
                let half = to_half(value);
                if half != 0 {
                    mask |= 1 << bit;
                    self.observations.push(half);
                }
            }
            self.observations[place] = mask;
        }
        for (&action, &probability) in example.actions.iter().zip(example.policy) {
            self.policies.extend([action, to_half(probability)]);
        }
        self.ends
            .push([self.observations.len() as u32, self.policies.len() as u32]);
        self.targets.push([example.value, example.result]);
    }

    /// Appends all examples of another segment.
    pub fn append(&mut self, other: &Segment) {
        let starts = [self.observations.len() as u32, self.policies.len() as u32];
        self.observations.extend(&other.observations);
        self.policies.extend(&other.policies);
        self.ends.extend(
            other
                .ends
                .iter()
                .map(|ends| [ends[0] + starts[0], ends[1] + starts[1]]),
        );
        self.targets.extend(&other.targets);
    }

    /// Appends an example to a batch.
    pub(super) fn copy_to(&self, index: usize, inputs: usize, batch: &mut Batch) {
        let [start, policy_start] = index
            .checked_sub(1)
            .map_or([0; 2], |before| self.ends[before]);
        let [_, policy_end] = self.ends[index];
        let mut words = self.observations[start as usize..].iter();
        let first = batch.observations.len();
        batch.observations.resize(first + inputs, 0.0);
        for values in batch.observations[first..].chunks_mut(MASK_BITS) {
            let mut mask = *words.next().expect("an observation is whole");
            while mask != 0 {
                let bit = mask.trailing_zeros() as usize;
                values[bit] = from_half(*words.next().expect("an observation is whole"));
                mask &= mask - 1;
            }
        }
        let (pairs, _) = self.policies[policy_start as usize..policy_end as usize].as_chunks::<2>();
        for &[action, probability] in pairs {
            batch.actions.push(action);
            batch.policy.push(from_half(probability));
        }
        let [value, result] = self.targets[index];
        batch.finish_example(value, result);
    }

    /// Are these examples of a game with so many inputs and actions? A file may hold anything.
    fn fits(&self, inputs: usize, actions: usize) -> bool {
        let mut starts = [0; 2];
        let are_whole = self.ends.iter().all(|&ends| {
            let [observation, policy] =
                [0, 1].map(|part| starts[part] as usize..ends[part] as usize);
            starts = ends;
            self.observations
                .get(observation)
                .is_some_and(|words| is_observation(words, inputs))
                && self
                    .policies
                    .get(policy)
                    .is_some_and(|words| is_policy(words, actions))
        });
        are_whole
            && starts.map(|end| end as usize) == [self.observations.len(), self.policies.len()]
            && self
                .targets
                .iter()
                .flatten()
                .all(|target| target.is_finite())
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for count in [self.len(), self.observations.len(), self.policies.len()] {
            bytes.extend((count as u64).to_le_bytes());
        }
        bytes.extend(self.ends.iter().flatten().flat_map(|end| end.to_le_bytes()));
        bytes.extend(
            self.targets
                .iter()
                .flatten()
                .flat_map(|target| target.to_le_bytes()),
        );
        bytes.extend(
            self.observations
                .iter()
                .chain(&self.policies)
                .flat_map(|word| word.to_le_bytes()),
        );
        bytes
    }

    /// Reads a file's bytes; nothing when they are not those of a segment.
    pub fn from_bytes(bytes: &[u8]) -> Option<Segment> {
        let (counts, rest) = bytes.split_first_chunk::<24>()?;
        let (counts, _) = counts.as_chunks::<8>();
        let [examples, observations, policies] = [0, 1, 2]
            .map(|index| usize::try_from(u64::from_le_bytes(counts[index])).unwrap_or(usize::MAX));
        let expected = examples
            .checked_mul(16)?
            .checked_add(observations.checked_mul(2)?)?
            .checked_add(policies.checked_mul(2)?)?;
        if rest.len() != expected {
            return None;
        }
        let (ends, rest) = rest.split_at(8 * examples);
        let (targets, words) = rest.split_at(8 * examples);
        let words: Vec<u16> = words
            .as_chunks::<2>()
            .0
            .iter()
            .map(|word| u16::from_le_bytes(*word))
            .collect();
        let ends: Vec<u32> = ends
            .as_chunks::<4>()
            .0
            .iter()
            .map(|end| u32::from_le_bytes(*end))
            .collect();
        let targets: Vec<f32> = targets
            .as_chunks::<4>()
            .0
            .iter()
            .map(|target| f32::from_le_bytes(*target))
            .collect();
        Some(Segment {
            observations: words[..observations].to_vec(),
            policies: words[observations..].to_vec(),
            ends: ends.as_chunks::<2>().0.to_vec(),
            targets: targets.as_chunks::<2>().0.to_vec(),
        })
    }
}

/// Are these the words of one observation with so many values?
fn is_observation(words: &[u16], inputs: usize) -> bool {
    let mut words = words.iter();
    for first in (0..inputs).step_by(MASK_BITS) {
        let values = MASK_BITS.min(inputs - first) as u32;
        let Some(mask) = words.next().filter(|&&mask| u32::from(mask) >> values == 0) else {
            return false;
        };
        for _ in 0..mask.count_ones() {
            if !words
                .next()
                .is_some_and(|&word| from_half(word).is_finite())
            {
                return false;
            }
        }
    }
    words.next().is_none()
}

/// Are these actions of a game with so many, each with its probability?
fn is_policy(words: &[u16], actions: usize) -> bool {
    let (pairs, rest) = words.as_chunks::<2>();
    rest.is_empty()
        && pairs.iter().all(|&[action, probability]| {
            usize::from(action) < actions && from_half(probability).is_finite()
        })
}

/// The segments of the last steps.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    segments: VecDeque<Segment>,
}

impl Replay {
    /// Adds a step's examples and forgets what is older than so many steps.
    pub fn push(&mut self, segment: Segment, steps: usize) {
        self.segments.push_back(segment);
        while self.segments.len() > steps {
            self.segments.pop_front();
        }
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.segments.iter().map(Segment::len).sum()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for segment in &self.segments {
            let segment = segment.to_bytes();
            bytes.extend((segment.len() as u64).to_le_bytes());
            bytes.extend(segment);
        }
        bytes
    }

    /// Reads a file's bytes; nothing when they are not those of a replay.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Replay> {
        let mut segments = VecDeque::new();
        while !bytes.is_empty() {
            let (length, rest) = bytes.split_first_chunk::<8>()?;
            let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
            let (segment, rest) = rest.split_at_checked(length)?;
            segments.push_back(Segment::from_bytes(segment)?);
            bytes = rest;
        }
        Some(Replay { segments })
    }

    /// Are all examples of a game with so many inputs and actions?
    pub fn fits(&self, inputs: usize, actions: usize) -> bool {
        let mut segments = self.segments.iter();
        segments.all(|segment| segment.fits(inputs, actions))
    }

    /// Fills a batch with so many examples, each as likely.
    pub fn sample(
        &self,
        count: usize,
        inputs: usize,
        random: &mut fastrand::Rng,
        batch: &mut Batch,
    ) {
        batch.clear();
        let total = self.len();
        for _ in 0..count {
            let mut place = random.usize(..total);
            for segment in &self.segments {
                if place < segment.len() {
                    segment.copy_to(place, inputs, batch);
                    break;
                }
                place -= segment.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(examples: usize) -> Segment {
        let mut random = fastrand::Rng::with_seed(5);
        let mut segment = Segment::default();
        for number in 0..examples {
            let mut observation = [0.0; 37];
            for _ in 0..9 {
                observation[random.usize(..37)] = f32::from(random.u8(..=12)) / 12.0;
            }
            let actions: Vec<u16> = (0..number as u16 % 3).map(|action| 100 * action).collect();
            let policy = vec![0.5; actions.len()];
            segment.push(&Example {
                observation: &observation,
                actions: &actions,
                policy: &policy,
                value: number as f32,
                result: observation.iter().sum(),
            });
        }
        segment
    }

    #[test]
    fn examples_come_back_as_they_were_put() {
        let mut all = segment(4);
        all.append(&segment(7));
        let mut batch = Batch::default();
        (0..all.len()).for_each(|index| all.copy_to(index, 37, &mut batch));
        assert_eq!(batch.len(), 11);
        for (observation, targets) in batch.observations.chunks(37).zip(batch.targets.chunks(2)) {
            assert!((observation.iter().sum::<f32>() - targets[1]).abs() < 0.01);
        }
        assert_eq!(batch.targets[2 * 5], 1.0);
        assert_eq!(batch.action_ends, [0, 1, 3, 3, 3, 4, 6, 6, 7, 9, 9]);
        assert_eq!(batch.actions, [0, 0, 100, 0, 0, 100, 0, 0, 100]);
    }

    #[test]
    fn files_hold_the_same_and_damage_is_noticed() {
        let segment = segment(20);
        let bytes = segment.to_bytes();
        assert_eq!(Segment::from_bytes(&bytes), Some(segment));
        for length in 0..bytes.len() {
            assert_eq!(Segment::from_bytes(&bytes[..length]), None);
        }
    }

    #[test]
    fn what_is_no_example_of_the_game_does_not_fit() {
        let whole = segment(20);
        assert!(whole.fits(37, 101));
        assert!(!whole.fits(37, 100), "an action too large");
        assert!(!whole.fits(53, 101), "an input too many");
        type Fault = fn(&mut Segment);
        let faults: [(&str, Fault); 6] = [
            ("an end beyond the words", |segment| {
                segment.ends[3][0] = 1 << 30
            }),
            ("an end before the one before", |segment| {
                segment.ends[3][1] = 0
            }),
            ("words after the last end", |segment| {
                segment.policies.extend([0; 2])
            }),
            ("a mask of more inputs", |segment| {
                segment.observations[0] = u16::MAX
            }),
            ("half an action", |segment| {
                segment.policies.push(0);
                segment.ends[19][1] += 1;
            }),
            ("no number", |segment| segment.targets[7][0] = f32::NAN),
        ];
        for (name, fault) in faults {
            let mut forged = whole.clone();
            fault(&mut forged);
            assert!(!forged.fits(37, 101), "{name}");
        }
    }

    #[test]
    fn the_replay_forgets_old_steps_and_samples_all_others() {
        let mut replay = Replay::default();
        for examples in [50, 3, 4] {
            replay.push(segment(examples), 2);
        }
        assert_eq!(replay.len(), 7);
        let read = Replay::from_bytes(&replay.to_bytes()).expect("it was just written");
        assert_eq!(read.segments, replay.segments);
        assert!(Replay::from_bytes(&replay.to_bytes()[1..]).is_none());
        let mut batch = Batch::default();
        replay.sample(200, 37, &mut fastrand::Rng::with_seed(1), &mut batch);
        let mut seen = [0; 4];
        batch
            .targets
            .chunks(2)
            .for_each(|targets| seen[targets[0] as usize] += 1);
        assert!(seen.iter().all(|&count| count > 15), "{seen:?}");
    }
}
