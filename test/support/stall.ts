import { readFileSync } from 'node:fs';

/**
 * Returns this thread's processor time in ms, which other programs do not change. Only Linux has
 * this counter. Other systems return the time of a clock.
 */
export function threadCpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = threadCpuMs();
  let done = false;
  const tick = () => {
    const now = threadCpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!done) setImmediate(tick);
  };
  await new Promise(setImmediate);
  last = threadCpuMs();
  setImmediate(tick);
  await work();
  await new Promise(setImmediate);
  done = true;
  tick();
  return longest;
}

/** Many rounds are needed, because load on the same core increases even the processor time. */
const ROUNDS = 12;

/**
 * Returns how much more `work` costs than `ordinary` work. This is the minimum of several rounds,
 * because other activity only adds to the cost. Stops early at a difference of at most `enough`.
 */
export async function minExtraCost(
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

/** Returns how many ms longer `work` blocks the event loop than `ordinary` work does. */
export function minExtraStallMs(
  ordinary: () => Promise<unknown>,
  work: () => Promise<unknown>,
  enough: number,
): Promise<number> {
  return minExtraCost(longestStall, ordinary, work, enough);
}
