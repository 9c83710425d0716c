/* Monte Carlo tree search for any game of board_game.h with two players. A node is a state,
 * reached by an action or by an outcome of chance; a simulation walks down to a node without
 * children, gives it some, and plays a random game from there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents.h"

typedef struct Node {
  uint64_t action;      /* what leads here */
  uint64_t player;      /* who acts here, num_players for chance */
  uint32_t first_child; /* children stand side by side; 0 as long as there are none */
  uint32_t num_children;
  uint32_t visits;
  double lead; /* the sum of player 0's results, -1 to 1 */
} Node;

typedef struct Tree {
  Node *nodes;
  uint32_t size, capacity;
} Tree;

/* Gives the node a child for everything that can happen; false when there is no room. */
static bool expand(Tree *tree, uint32_t node, const Game *game, const uint64_t state[]) {
  uint64_t actions[MAX_ACTIONS];
  uint64_t count = game->get_valid_actions(state, actions);
  if (count > tree->capacity - tree->size) return false;
  tree->nodes[node].player = game->get_current_player(state);
  tree->nodes[node].first_child = tree->size;
  tree->nodes[node].num_children = (uint32_t)count;
  for (uint64_t child = 0; child < count; child++) {
    Node fresh = {actions[child], BOARD_GAME_NOBODY, 0, 0, 0, 0.0};
    tree->nodes[tree->size++] = fresh;
  }
  return true;
}

/* The child to go to: at chance any, else the one with the highest upper confidence bound. */
static uint32_t descend(const Tree *tree, const Node *node, const Game *game, Random *random) {
  if (node->player == game->num_players) {
    return node->first_child + (uint32_t)random_below(random, node->num_children);
  }
  uint32_t best = node->first_child, end = node->first_child + node->num_children;
  double most = -INFINITY, log_visits = log(node->visits + 1.0);
  for (uint32_t index = node->first_child; index < end; index++) {
    const Node *child = &tree->nodes[index];
    if (child->visits == 0) return index;
    double mean = child->lead / child->visits;
    double bound = (node->player == 0 ? mean : -mean) + sqrt(log_visits / child->visits);
    if (bound > most) {
      most = bound;
      best = index;
    }
  }
  return best;
}

static void simulate(Tree *tree, const Game *game, uint64_t state[], Random *random) {
  uint32_t path[4096];
  uint32_t length = 0, node = 0;
  path[length++] = node;
  while (tree->nodes[node].num_children > 0 && length < 4096) {
    node = descend(tree, &tree->nodes[node], game, random);
    game->apply_action(state, tree->nodes[node].action);
    path[length++] = node;
  }
  if (!game->is_terminal(state)) expand(tree, node, game, state);
  int64_t lead = play_out(game, state, random);
  double result = (double)lead / (1.0 + fabs((double)lead));
  while (length > 0) {
    Node *passed = &tree->nodes[path[--length]];
    passed->visits++;
    passed->lead += result;
  }
}

uint64_t choose_by_search(const Game *game, const uint64_t state[], uint64_t simulations,
                          Random *random) {
  uint64_t copy[MAX_STATE_SIZE];
  Tree tree = {NULL, 1, (uint32_t)(1 + 32 * simulations + MAX_ACTIONS)};
  tree.nodes = calloc(tree.capacity, sizeof *tree.nodes);
  if (tree.nodes == NULL) return choose_randomly(game, state, 0, random);
  expand(&tree, 0, game, state);
  const Node *root = &tree.nodes[0];
  for (uint64_t simulation = 0; simulation < simulations && root->num_children > 1; simulation++) {
    memcpy(copy, state, game->state_size * sizeof *copy);
    simulate(&tree, game, copy, random);
  }
  const Node *best = &tree.nodes[root->first_child];
  for (uint32_t child = 1; child < root->num_children; child++) {
    if (tree.nodes[root->first_child + child].visits > best->visits) {
      best = &tree.nodes[root->first_child + child];
    }
  }
  uint64_t action = best->action;
  free(tree.nodes);
  return action;
}
