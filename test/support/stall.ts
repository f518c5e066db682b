import { readFileSync } from 'node:fs';

/**
 * Returns milliseconds of this thread's processor time. Unlike a clock, it stops while other
 * programs run. Without Linux' counter, returns the clock's time.
 */
export function busyMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Returns the longest time in ms for which one piece of the work blocked the event loop. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = busyMs();
  let done = false;
  const tick = () => {
    const now = busyMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(tick);
  };
  await new Promise(setImmediate);
  last = busyMs();
  setImmediate(tick);
  await work();
  await new Promise(setImmediate);
  done = true;
  tick();
  return longest;
}

/** There are many rounds, because load on the same core makes even processor time longer. */
const ROUNDS = 12;

/**
 * Returns how much more some work costs than ordinary work. It is the minimum of several rounds,
 * since other activity of the process only adds to the cost. Stops at a round that costs at most
 * `enough` more.
 */
export async function leastBeyond(
  measure: (work: () => Promise<unknown>) => Promise<number>,
  ordinary: () => Promise<unknown>,
  work: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  let usual = Math.min(await measure(ordinary), await measure(ordinary));
  let beyond = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && beyond > enough; round += 1) {
    beyond = Math.min(beyond, (await measure(work)) - usual);
    if (beyond > enough) usual = Math.min(usual, await measure(ordinary));
  }
  return beyond;
}

/** Returns by how many ms longer than ordinary work some work blocks the event loop. */
export function stallBeyond(
  ordinary: () => Promise<unknown>,
  work: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  return leastBeyond(longestStall, ordinary, work, enough);
}
