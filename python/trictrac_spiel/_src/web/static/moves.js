// How a play can be made by hand: every order of steps that ends where a legal play ends.
// Fields are 1 to 24 as the player who moves counts them; 0 is off the board.

/** What a series of steps changes, as a text that is the same for equal ends. */
function change(steps) {
  const by = new Map();
  for (const [from, to] of steps) {
    by.set(from, (by.get(from) ?? 0) - 1);
    by.set(to, (by.get(to) ?? 0) + 1);
  }
  return [...by].filter(([, count]) => count).sort((a, b) => a[0] - b[0]).join(";");
}

/** All ways to make the plays by hand, each with its action. */
export function waysByHand(plays, board, dice) {
  const actions = new Map();
  const ways = new Map();
  const note = (steps, action) => ways.set(JSON.stringify(steps), { steps, action });
  for (const { steps, action, go, claim } of plays) {
    if (go || claim !== null) continue;
    actions.set(change(steps), action);
    note(steps, action);
    // Not the second half of a chain before the first one.
    if (steps.length === 2 && (board[steps[1][0] - 1] ?? 0) > 0) note([steps[1], steps[0]], action);
  }
  const [first, second] = dice;
  for (const [one, two] of first === second ? [[first, second]] : [[first, second], [second, first]]) {
    for (let from = 1; from <= 24; from++) {
      if (board[from - 1] <= 0) continue;
      const step = [from, from + one > 24 ? 0 : from + one];
      if (step[1] && board[step[1] - 1] < 0) continue;
      for (let next = 1; next <= 24; next++) {
        const there = board[next - 1] - (next === from) + (next === step[1]);
        if (there <= 0) continue;
        const steps = [step, [next, next + two > 24 ? 0 : next + two]];
        const action = actions.get(change(steps));
        if (action !== undefined) note(steps, action);
      }
    }
  }
  return [...ways.values()];
}

/** The ways that begin with the steps made so far. */
export function remaining(ways, made) {
  return ways.filter(({ steps }) =>
    made.every(([from, to], index) => steps[index]?.[0] === from && steps[index]?.[1] === to),
  );
}

/** Where a checker may go next: each target with the steps that lead there, one or a chain. */
export function targets(ways, made, from) {
  const found = new Map();
  for (const { steps } of remaining(ways, made)) {
    const next = steps[made.length];
    if (next && next[0] === from && !found.has(next[1])) found.set(next[1], [next]);
  }
  for (const { steps } of remaining(ways, made)) {
    const [next, after] = steps.slice(made.length);
    if (next && after && next[0] === from && after[0] === next[1] && !found.has(after[1])) {
      found.set(after[1], [next, after]);
    }
  }
  return found;
}

/** The fields whose checkers can move next. */
export function sources(ways, made) {
  return new Set(remaining(ways, made).map(({ steps }) => steps[made.length]?.[0]).filter(Boolean));
}

/** The action that the steps made so far are, if they are all of one. */
export function complete(ways, made) {
  return remaining(ways, made).find(({ steps }) => steps.length === made.length)?.action;
}
