import { availableParallelism } from 'node:os';
import { keepForProcess } from '@/lib/once-per-process';
import { Pool } from './pool';
import { POOLS, type Pools } from './run-task';

/** About five seconds of work for one thread. */
const MAX_PASSWORDS = 64;
const MAX_DESCRIPTORS = 16;
const PASSWORD_LIMIT_MS = 60_000;
/** A stored descriptor from before the limits takes some seconds. */
const DESCRIPTOR_LIMIT_MS = 30_000;
const MAX_THREADS = 4;

/**
 * Gives this process its threads. Passwords leave a processor to the event loop, and strangers who
 * sign in hold up no merchant who enters a descriptor.
 *
 * @param file the bundle of worker.ts
 */
export function startPools(file: URL): void {
  const threads = Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
  const passwords = new Pool(file, {
    threads,
    waiting: MAX_PASSWORDS,
    limitMs: PASSWORD_LIMIT_MS,
  });
  const descriptors = new Pool(file, {
    threads: 1,
    waiting: MAX_DESCRIPTORS,
    limitMs: DESCRIPTOR_LIMIT_MS,
  });
  const pools: Pools = { hashText: passwords, fitsHash: passwords, readDescriptor: descriptors };
  keepForProcess(POOLS, pools);
}
