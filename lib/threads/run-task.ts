import { Problem } from '@/lib/domain/problems';
import { oncePerProcess } from '@/lib/once-per-process';
import type { Pool } from './pool';
import { type InputOf, perform, type ResultOf, type TaskName } from './tasks';

export type Pools = Readonly<Record<TaskName, Pool>>;

/** Set by a server process; a command, which does one thing, has none. */
export const POOLS = 'threads';

const RETRY_SECONDS = 5;

/**
 * Performs a task on another thread, so that other requests go on meanwhile.
 *
 * @returns undefined when the task took too long
 * @throws Problem `server_busy` when too many tasks wait already
 */
export async function runTask<N extends TaskName>(
  name: N,
  input: InputOf<N>,
): Promise<ResultOf<N> | undefined> {
  const pools = oncePerProcess<Pools | undefined>(POOLS, () => undefined);
  if (!pools) return perform(name, input);
  const outcome = await pools[name].run({ name, input });
  if (outcome.kind === 'done') return outcome.value as ResultOf<N>;
  if (outcome.kind === 'late') return undefined;
  if (outcome.kind === 'failed')
    throw new Error(`${name} failed on its thread: ${outcome.message}`);
  throw new Problem('server_busy', 'The server is busy. Wait a few seconds, then try again.', {
    retryAfterSeconds: RETRY_SECONDS,
  });
}
