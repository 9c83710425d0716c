//! The nodes and edges of a search, in two rows.

use trictrac_env::{Action, GameEnv, Turn};

/// No node yet.
pub(super) const NONE: u32 = u32::MAX;

/// A position in the tree. Values are player 0's.
#[derive(Clone, Debug)]
pub(super) struct Node<G> {
    pub game: G,
    pub turn: Turn,
    /// What player 0 has gained so far.
    pub score: f32,
    /// What the network thinks all from here on is worth.
    pub estimate: f32,
    /// Has the network been asked?
    pub is_evaluated: bool,
    pub visits: u32,
    /// Sum of what the visits were worth from here on.
    pub total: f64,
    pub first_edge: u32,
    pub edges: u32,
}

impl<G> Node<G> {
    /// What visits were worth on average; before the first one, nothing.
    pub fn mean(&self) -> f32 {
        if self.visits == 0 {
            0.0
        } else {
            (self.total / f64::from(self.visits)) as f32
        }
    }

    pub fn edge_range(&self) -> std::ops::Range<usize> {
        self.first_edge as usize..(self.first_edge + self.edges) as usize
    }
}

/// An action of a decision, or an outcome of chance.
#[derive(Clone, Debug)]
pub(super) struct Edge {
    pub action: Action,
    pub child: u32,
    /// The policy's probability, or that of chance.
    pub prior: f32,
    pub logit: f32,
    pub visits: u32,
    /// Sum of what the visits were worth, this edge's own gain included.
    pub total: f64,
    /// The part of it that are gains, and how the games ended.
    pub gains: f64,
    pub results: f64,
}

impl Edge {
    /// What visits were worth on average.
    pub fn mean(&self) -> f32 {
        (self.total / f64::from(self.visits.max(1))) as f32
    }
}

/// All nodes and edges of a search. The root is node 0.
#[derive(Clone, Debug)]
pub(super) struct Tree<G> {
    pub nodes: Vec<Node<G>>,
    pub edges: Vec<Edge>,
}

impl<G: GameEnv> Tree<G> {
    pub const ROOT: usize = 0;

    pub fn add_node(&mut self, game: G, score: f32) -> usize {
        self.nodes.push(Node {
            turn: game.turn(),
            game,
            score,
            estimate: 0.0,
            is_evaluated: false,
            visits: 0,
            total: 0.0,
            first_edge: 0,
            edges: 0,
        });
        self.nodes.len() - 1
    }

    pub fn add_edges(&mut self, node: usize, edges: impl Iterator<Item = (Action, f32, f32)>) {
        let first = self.edges.len();
        self.edges.extend(edges.map(|(action, prior, logit)| Edge {
            action,
            child: NONE,
            prior,
            logit,
            visits: 0,
            total: 0.0,
            gains: 0.0,
            results: 0.0,
        }));
        self.nodes[node].first_edge = first as u32;
        self.nodes[node].edges = (self.edges.len() - first) as u32;
    }

    pub fn edges_of(&self, node: usize) -> &[Edge] {
        &self.edges[self.nodes[node].edge_range()]
    }
}
