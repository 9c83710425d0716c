//! One search: simulations that stop where the network has to be asked.

use trictrac_env::{Action, GameEnv, Turn};

use super::gumbel::{self, Candidate};
use super::settings::{Chance, Root, Scale, Settings, result};
use super::tree::{Edge, NONE, Tree};
use crate::network::{Outputs, softmax};

/// What a search has found, after one simulation or more.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The action to play.
    pub action: Action,
    /// What playing it is worth to the mover.
    pub value: f32,
    /// What playing it is expected to bring the mover: gains, and the result of the game.
    pub outlook: Outputs,
    /// The legal actions, ascending.
    pub actions: Vec<Action>,
    /// How likely each of them should be: what a network learns.
    pub policy: Vec<f32>,
    /// The simulations that began with each of them.
    pub visits: Vec<u32>,
    /// What each of them was worth to the mover on average; 0 for those without a visit.
    pub values: Vec<f32>,
}

/// A search for the best action of a decision.
///
/// Call [`Search::advance`] until it says that nothing is left to do; whenever it asks, tell it by
/// [`Search::provide`] what the network thinks of [`Search::leaf`].
#[derive(Clone, Debug)]
pub struct Search<G> {
    tree: Tree<G>,
    settings: Settings,
    scale: Scale,
    random: fastrand::Rng,
    simulations: u32,
    /// The way of the simulation in progress: nodes, and the edges taken from them.
    path: Vec<(usize, usize)>,
    leaf: usize,
    /// The legal actions of the leaf; none at chance nodes.
    leaf_actions: Vec<Action>,
    /// Memory for probabilities of the leaf's actions, and for outcomes of chance.
    priors: Vec<f32>,
    outcomes: Vec<(Action, f64)>,
    /// Noise and visit sequence of a [`Root::Gumbel`].
    noise: Vec<f32>,
    sequence: Vec<u32>,
}

impl<G: GameEnv> Search<G> {
    /// A search for the player who has to decide in this game.
    ///
    /// # Panics
    ///
    /// When nobody has to decide.
    pub fn new(game: G, settings: Settings, scale: Scale, seed: u64) -> Search<G> {
        let mut search = Search {
            tree: Tree {
                nodes: Vec::new(),
                edges: Vec::new(),
            },
            settings,
            scale,
            random: fastrand::Rng::with_seed(seed),
            simulations: 0,
            path: Vec::new(),
            leaf: Tree::<G>::ROOT,
            leaf_actions: Vec::new(),
            priors: Vec::new(),
            outcomes: Vec::new(),
            noise: Vec::new(),
            sequence: Vec::new(),
        };
        search.restart(game, seed);
        search
    }

    /// Begins anew with another decision, in the same memory.
    ///
    /// # Panics
    ///
    /// When nobody has to decide.
    pub fn restart(&mut self, game: G, seed: u64) {
        assert!(
            matches!(game.turn(), Turn::Player(_)),
            "nobody decides in {game}"
        );
        self.tree.nodes.clear();
        self.tree.edges.clear();
        let score = self.scale.score(&game);
        self.tree.add_node(game, score);
        self.random = fastrand::Rng::with_seed(seed);
        self.simulations = 0;
    }

    /// Goes on until the network is needed (true) or all simulations are done (false).
    pub fn advance(&mut self) -> bool {
        while self.simulations < self.settings.simulations {
            if self.descend() {
                return true;
            }
            let end = result(self.leaf());
            self.back_up(0.0, end);
        }
        false
    }

    /// The position that the network is asked about, from the side of its mover.
    pub fn leaf(&self) -> &G {
        &self.tree.nodes[self.leaf].game
    }

    /// The actions whose logits are asked for; none when only the value is.
    pub fn leaf_actions(&self) -> &[Action] {
        &self.leaf_actions
    }

    /// Takes the network's word on the leaf: what its mover can expect, and the logits of
    /// [`Search::leaf_actions`].
    pub fn provide(&mut self, outputs: Outputs, logits: &[f32]) {
        let sign = sign(self.leaf().mover());
        let (gain, result) = (sign * outputs.value, sign * outputs.result);
        let node = &mut self.tree.nodes[self.leaf];
        node.is_evaluated = true;
        node.estimate = self.scale.worth(gain, result);
        if !self.leaf_actions.is_empty() {
            self.priors.clear();
            self.priors.extend_from_slice(logits);
            softmax(&mut self.priors);
            let edges = self.leaf_actions.iter().zip(&self.priors).zip(logits);
            let edges = edges.map(|((&action, &prior), &logit)| (action, prior, logit));
            self.tree.add_edges(self.leaf, edges);
        }
        if self.leaf == Tree::<G>::ROOT {
            self.prepare_root();
        }
        self.back_up(gain, result);
    }

    /// What the simulations so far amount to.
    ///
    /// # Panics
    ///
    /// When the network has not been asked about the root yet.
    pub fn choice(&self) -> Choice {
        let root = &self.tree.nodes[Tree::<G>::ROOT];
        let edges = self.tree.edges_of(Tree::<G>::ROOT);
        let candidates = self.candidates();
        assert!(!candidates.is_empty(), "the network has not been asked yet");
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        let (best, policy) = match self.settings.root {
            Root::Gumbel => {
                let estimate = root.estimate * sign(root.game.mover());
                let bonus = gumbel::value_bonus(&candidates, estimate, &self.settings);
                let best = gumbel::best(&candidates, &self.noise, &bonus, most);
                (best, gumbel::improved_policy(&candidates, &bonus))
            }
            Root::Puct if most == 0 => {
                let policy: Vec<f32> = candidates.iter().map(|candidate| candidate.prior).collect();
                (first_maximum(policy.iter().copied()), policy)
            }
            Root::Puct => {
                let total: u32 = edges.iter().map(|edge| edge.visits).sum();
                let share = |edge: &Edge| edge.visits as f32 / total as f32;
                // Of equally visited actions the one that brought most.
                let best = first_maximum(candidates.iter().map(|candidate| {
                    if candidate.visits == most {
                        candidate.value
                    } else {
                        f32::NEG_INFINITY
                    }
                }));
                (best, edges.iter().map(share).collect())
            }
        };
        let sign = sign(root.game.mover());
        let chosen = &edges[best];
        let visits = f64::from(chosen.visits.max(1));
        Choice {
            action: chosen.action,
            value: if chosen.visits > 0 {
                candidates[best].value
            } else {
                sign * root.estimate
            },
            outlook: Outputs {
                value: sign * (chosen.gains / visits) as f32,
                result: sign * (chosen.results / visits) as f32,
            },
            actions: edges.iter().map(|edge| edge.action).collect(),
            policy,
            visits: edges.iter().map(|edge| edge.visits).collect(),
            values: candidates.iter().map(|candidate| candidate.value).collect(),
        }
    }

    /// What the network alone thinks the root is worth to its mover.
    pub fn root_estimate(&self) -> f32 {
        let root = &self.tree.nodes[Tree::<G>::ROOT];
        root.estimate * sign(root.game.mover())
    }

    /// Walks down until the network is needed (true) or the game is over (false).
    fn descend(&mut self) -> bool {
        self.path.clear();
        let mut node = Tree::<G>::ROOT;
        loop {
            let edge = match self.tree.nodes[node].turn {
                Turn::Over => break,
                Turn::Player(_) if !self.tree.nodes[node].is_evaluated => break,
                Turn::Chance
                    if self.settings.afterstates && !self.tree.nodes[node].is_evaluated =>
                {
                    break;
                }
                Turn::Player(_) if node == Tree::<G>::ROOT => self.pick_root_edge(),
                Turn::Player(player) => self.pick_edge(node, player),
                Turn::Chance => self.pick_outcome(node),
            };
            self.path.push((node, edge));
            node = self.child(node, edge);
        }
        self.leaf = node;
        self.leaf_actions.clear();
        let node = &self.tree.nodes[node];
        if node.turn == Turn::Over {
            return false;
        }
        if matches!(node.turn, Turn::Player(_)) {
            self.leaf_actions.resize(node.game.sizes().max_actions, 0);
            let count = node.game.legal_actions(&mut self.leaf_actions);
            self.leaf_actions.truncate(count);
        }
        true
    }

    /// Where an edge leads; made when it is taken for the first time.
    fn child(&mut self, node: usize, edge: usize) -> usize {
        if self.tree.edges[edge].child != NONE {
            return self.tree.edges[edge].child as usize;
        }
        let parent = &self.tree.nodes[node];
        let mut game = parent.game.clone();
        let action = self.tree.edges[edge].action;
        if parent.turn == Turn::Chance {
            let happened = game.apply_chance(action);
            debug_assert!(happened.is_ok(), "{action} cannot happen in {game}");
        } else {
            game.apply_unchecked(action);
        }
        let score = self.scale.score(&game);
        let child = self.tree.add_node(game, score);
        self.tree.edges[edge].child = child as u32;
        child
    }

    /// Carries what a simulation found up its path: what player 0 gains from the leaf on, and how
    /// the game ends.
    fn back_up(&mut self, gain: f32, result: f32) {
        let Tree { nodes, edges } = &mut self.tree;
        let mut gain = gain;
        let mut worth = f64::from(self.scale.worth(gain, result));
        nodes[self.leaf].visits += 1;
        nodes[self.leaf].total += worth;
        for &(node, edge) in self.path.iter().rev() {
            let edge = &mut edges[edge];
            let gained = nodes[edge.child as usize].score - nodes[node].score;
            let fade = if nodes[node].turn == Turn::Chance {
                self.scale.discount
            } else {
                1.0
            };
            gain = gained + fade * gain;
            worth = f64::from(self.scale.worth(gain, result));
            edge.visits += 1;
            edge.total += worth;
            edge.gains += f64::from(gain);
            edge.results += f64::from(result);
            nodes[node].visits += 1;
            nodes[node].total += worth;
        }
        self.simulations += u32::from(!self.path.is_empty());
    }

    fn candidates(&self) -> Vec<Candidate> {
        let root = &self.tree.nodes[Tree::<G>::ROOT];
        let sign = sign(root.game.mover());
        let candidate = |edge: &Edge| Candidate {
            logit: edge.logit,
            prior: edge.prior,
            visits: edge.visits,
            value: sign * edge.mean(),
        };
        self.tree
            .edges_of(Tree::<G>::ROOT)
            .iter()
            .map(candidate)
            .collect()
    }

    /// Draws the root's noise.
    fn prepare_root(&mut self) {
        let edges = self.tree.nodes[Tree::<G>::ROOT].edge_range();
        let count = edges.len();
        match self.settings.root {
            Root::Gumbel => {
                let scale = self.settings.gumbel_scale;
                self.noise = (0..count)
                    .map(|_| scale * standard_gumbel(&mut self.random))
                    .collect();
                let considered = self.settings.considered.min(count as u32);
                self.sequence = gumbel::visit_sequence(considered, self.settings.simulations);
            }
            Root::Puct if self.settings.noise_share > 0.0 => {
                let (share, alpha) = (self.settings.noise_share, self.settings.noise_alpha);
                let noise: Vec<f64> = (0..count)
                    .map(|_| gamma(alpha.into(), &mut self.random))
                    .collect();
                let total: f64 = noise.iter().sum::<f64>().max(f64::MIN_POSITIVE);
                for (edge, noise) in self.tree.edges[edges].iter_mut().zip(noise) {
                    edge.prior = (1.0 - share) * edge.prior + share * (noise / total) as f32;
                }
            }
            Root::Puct => {}
        }
    }

    fn pick_root_edge(&self) -> usize {
        let root = &self.tree.nodes[Tree::<G>::ROOT];
        match self.settings.root {
            Root::Puct => self.pick_edge(Tree::<G>::ROOT, root.game.mover()),
            Root::Gumbel => {
                let visits = self.sequence[self.simulations as usize];
                if visits == 0 {
                    // Actions not yet tried have the same bonus.
                    let edges = self.tree.edges_of(Tree::<G>::ROOT).iter().zip(&self.noise);
                    let hope = |(edge, noise): (&Edge, &f32)| match edge.visits {
                        0 => noise + edge.logit,
                        _ => f32::NEG_INFINITY,
                    };
                    return root.first_edge as usize + first_maximum(edges.map(hope));
                }
                let candidates = self.candidates();
                let estimate = root.estimate * sign(root.game.mover());
                let bonus = gumbel::value_bonus(&candidates, estimate, &self.settings);
                root.first_edge as usize + gumbel::best(&candidates, &self.noise, &bonus, visits)
            }
        }
    }

    /// The edge with the best sum of value and of what the policy still hopes for.
    fn pick_edge(&self, node: usize, player: usize) -> usize {
        let parent = &self.tree.nodes[node];
        let sign = sign(player);
        let untried = sign * parent.mean() - self.settings.first_play_reduction;
        let reach = self.settings.exploration * (parent.visits as f32).sqrt();
        let worth = |edge: &Edge| {
            let value = if edge.visits > 0 {
                sign * edge.mean()
            } else {
                untried
            };
            value + reach * edge.prior / (1.0 + edge.visits as f32)
        };
        parent.first_edge as usize + first_maximum(self.tree.edges_of(node).iter().map(worth))
    }

    fn pick_outcome(&mut self, node: usize) -> usize {
        if self.tree.nodes[node].edges == 0 {
            let game = &self.tree.nodes[node].game;
            self.outcomes.resize(game.sizes().num_outcomes, (0, 0.0));
            let count = game.chance_outcomes(&mut self.outcomes);
            let edges = self.outcomes[..count]
                .iter()
                .map(|&(outcome, probability)| (outcome, probability as f32, 0.0));
            self.tree.add_edges(node, edges);
        }
        let edges = self.tree.edges_of(node);
        let picked = match self.settings.chance {
            Chance::Sampled => {
                let mut left = self.random.f32();
                let reached = edges.iter().position(|edge| {
                    left -= edge.prior;
                    left < 0.0
                });
                reached.unwrap_or(edges.len() - 1)
            }
            Chance::Explicit => {
                let visits: u32 = edges.iter().map(|edge| edge.visits).sum();
                let lack = |edge: &Edge| edge.prior * (visits + 1) as f32 - edge.visits as f32;
                first_maximum(edges.iter().map(lack))
            }
        };
        self.tree.nodes[node].first_edge as usize + picked
    }
}

/// What turns player 0's values into this player's, and back.
fn sign(player: usize) -> f32 {
    if player == 0 { 1.0 } else { -1.0 }
}

fn first_maximum(values: impl Iterator<Item = f32>) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (index, value) in values.enumerate() {
        if value > best.1 {
            best = (index, value);
        }
    }
    best.0
}

/// A draw from the standard Gumbel distribution.
fn standard_gumbel(random: &mut fastrand::Rng) -> f32 {
    let uniform = random.f64().max(f64::MIN_POSITIVE);
    -(-uniform.ln()).max(f64::MIN_POSITIVE).ln() as f32
}

/// A draw from the gamma distribution of this shape (Marsaglia and Tsang, 2000).
fn gamma(shape: f64, random: &mut fastrand::Rng) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, random) * random.f64().powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let normal = standard_normal(random);
        let v = (1.0 + c * normal).powi(3);
        let uniform = random.f64().max(f64::MIN_POSITIVE);
        if v > 0.0 && uniform.ln() < 0.5 * normal * normal + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A draw from the normal distribution (Box and Muller).
fn standard_normal(random: &mut fastrand::Rng) -> f64 {
    let uniform = random.f64().max(f64::MIN_POSITIVE);
    (-2.0 * uniform.ln()).sqrt() * (std::f64::consts::TAU * random.f64()).cos()
}
