import { readFileSync } from 'node:fs';

/**
 * Returns how much processor time this thread has used, in ms. Other programs on the machine do not
 * change it. On systems without Linux's counter, returns the time of a clock.
 */
export function busyMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** Runs work, and returns the longest time in ms for which the event loop was blocked. */
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

/**
 * Many rounds are needed, because other load on the same core increases even the processor time.
 */
const ROUNDS = 12;

/**
 * Returns how much more `work` costs than `ordinary` work, as the minimum of several rounds. A
 * minimum is used because other activity only adds to the cost. Ends early after a difference of at
 * most `enough`.
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

/** Returns by how many ms longer `work` blocks the event loop than `ordinary` work does. */
export function stallBeyond(
  ordinary: () => Promise<unknown>,
  work: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  return leastBeyond(longestStall, ordinary, work, enough);
}
