import { readDescriptor } from '@/lib/bitcoin/wallet-facts';
import { fitsHash, hashText } from './argon2';

/**
 * Work that takes a processor longer than a request may hold up all others. Inputs and results are
 * copied between threads.
 */
export const TASKS = { hashText, fitsHash, readDescriptor };

export type Tasks = typeof TASKS;
export type TaskName = keyof Tasks;
export type InputOf<N extends TaskName> = Parameters<Tasks[N]>[0];
export type ResultOf<N extends TaskName> = Awaited<ReturnType<Tasks[N]>>;

/** @throws what the task throws */
export async function perform<N extends TaskName>(
  name: N,
  input: InputOf<N>,
): Promise<ResultOf<N>> {
  const task = TASKS[name] as (input: InputOf<N>) => ResultOf<N> | Promise<ResultOf<N>>;
  return task(input);
}
