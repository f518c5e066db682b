import { readFileSync } from 'node:fs';

/**
 * Milliseconds for which this thread has been on a processor: unlike a clock, it stands still while
 * other programs run. Without Linux' counter, the clock.
 */
function busyMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** For how long, in ms, the event loop was kept busy by one piece of the work at most. */
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
 * How much longer, in ms, the work stalls the event loop than ordinary work does: both in turn, and
 * the shortest of each, since whatever else the process does only adds to it.
 */
export async function stallBeyond(
  ordinary: () => Promise<unknown>,
  work: () => Promise<unknown>,
  rounds = 3,
): Promise<number> {
  const usual: number[] = [];
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    usual.push(await longestStall(ordinary));
    longest.push(await longestStall(work));
  }
  return Math.min(...longest) - Math.min(...usual);
}
