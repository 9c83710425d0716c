//! The agents.

use std::sync::Arc;

use trictrac_env::{Action, GameEnv, Trictrac};
use trictrac_play::Player;

use super::Agent;
use crate::mcts::{Choice, Evaluator, NetworkEvaluator, Scale, Search, Settings, run_together};
use crate::network::PolicyValueNet;

/// Takes any legal action, each as likely.
#[derive(Clone, Debug)]
pub struct RandomAgent(fastrand::Rng);

impl RandomAgent {
    /// The agent whose choices follow from this seed.
    pub fn new(seed: u64) -> RandomAgent {
        RandomAgent(fastrand::Rng::with_seed(seed))
    }
}

impl<G: GameEnv> Agent<G> for RandomAgent {
    fn choose(&mut self, game: &G) -> Action {
        let actions = legal_actions(game);
        actions[self.0.usize(..actions.len())]
    }
}

/// Takes the network's favourite, without a search.
#[derive(Clone, Debug)]
pub struct NetworkAgent(NetworkEvaluator<Arc<PolicyValueNet>>);

impl NetworkAgent {
    /// The agent of this network.
    pub fn new(network: Arc<PolicyValueNet>) -> NetworkAgent {
        NetworkAgent(NetworkEvaluator::new(network))
    }
}

impl<G: GameEnv> Agent<G> for NetworkAgent {
    fn choose(&mut self, game: &G) -> Action {
        let actions = legal_actions(game);
        self.0.look([game].into_iter());
        let mut logits = vec![0.0; actions.len()];
        Evaluator::<G>::logits(&self.0, 0, &actions, &mut logits);
        let mut best = 0;
        for index in 1..actions.len() {
            if logits[index] > logits[best] {
                best = index;
            }
        }
        actions[best]
    }
}

/// Searches with a network's help.
#[derive(Clone, Debug)]
pub struct SearchAgent<G> {
    evaluator: NetworkEvaluator<Arc<PolicyValueNet>>,
    settings: Settings,
    scale: Scale,
    random: fastrand::Rng,
    search: Option<Search<G>>,
}

impl<G: GameEnv> SearchAgent<G> {
    /// An agent whose chance outcomes follow from this seed. The settings' noise is left out.
    pub fn new(
        network: Arc<PolicyValueNet>,
        settings: Settings,
        scale: Scale,
        seed: u64,
    ) -> SearchAgent<G> {
        SearchAgent {
            evaluator: NetworkEvaluator::new(network),
            settings: Settings {
                gumbel_scale: 0.0,
                noise_share: 0.0,
                ..settings
            },
            scale,
            random: fastrand::Rng::with_seed(seed),
            search: None,
        }
    }

    /// What the search finds.
    pub fn search(&mut self, game: &G) -> Choice {
        let seed = self.random.u64(..);
        let (settings, scale) = (self.settings, self.scale);
        let search = self
            .search
            .get_or_insert_with(|| Search::new(game.clone(), settings, scale, seed));
        search.restart(game.clone(), seed);
        run_together(&mut [&mut *search], &mut self.evaluator);
        search.choice()
    }
}

impl<G: GameEnv> Agent<G> for SearchAgent<G> {
    fn choose(&mut self, game: &G) -> Action {
        match legal_actions(game)[..] {
            [single] => single,
            _ => self.search(game).action,
        }
    }
}

/// A player of Trictrac's own as an agent.
#[derive(Clone, Debug)]
pub struct PlayerAgent<P>(pub P);

impl<P: Player> Agent<Trictrac> for PlayerAgent<P> {
    fn choose(&mut self, game: &Trictrac) -> Action {
        let chosen = self.0.choose(game.state());
        chosen.expect("agents are asked at decisions").0
    }
}

fn legal_actions<G: GameEnv>(game: &G) -> Vec<Action> {
    let mut actions = vec![0; game.sizes().max_actions];
    let count = game.legal_actions(&mut actions);
    actions.truncate(count);
    actions
}
