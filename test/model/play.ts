import { chain } from '@/db/schema/chain';
import type { SyncResult } from '@/lib/payments/sync-chain';
import { compare, compareChain } from './compare';
import { countFailure } from './faulty-source';
import { moveClock, type Pair, perform } from './perform';
import { Reference } from './reference';
import { ReferenceChain } from './reference-chain';
import type { Readers, Step } from './steps';
import type { System } from './system';

/** The system did what its model says it must not. */
export class Divergence extends Error {}

/** Time between two steps, in ms: no two payments are created at the same moment. */
const TICK_MS = 400;
const LONGEST_BACK_OFF_MS = 60_000;

/**
 * Plays a sequence on a system from its first day and on the model, comparing all there is to see
 * after every step that can change it.
 *
 * @returns every change of status that was seen, such as `pending > detected`
 * @throws Divergence at the first step after which they differ
 */
export async function play(system: System, steps: readonly Step[]): Promise<string[]> {
  const tip = await system.begin();
  const model = new Reference(new ReferenceChain(tip), system.clock.now);
  const looked = [new Set<string>(), new Set<string>()] as const;
  const pair: Pair = { system, model, looked, bodies: new Map() };
  model.read(looked[0]);
  const moves: string[] = [];
  for (const [n, step] of steps.entries()) {
    moveClock(pair, model.now + TICK_MS);
    const before = model.payments.map((payment) => ({ payment, was: payment.status }));
    const found = await perform(pair, step.act);
    found.push(...(await read(pair, step.readers)), ...(await compareChain(pair)));
    if (canBeSeen(step)) found.push(...(await compare(pair)));
    if (found.length > 0) {
      throw new Divergence(`after step ${n + 1} of ${steps.length}:\n  ${found.join('\n  ')}`);
    }
    for (const { payment, was } of before) {
      if (payment.status !== was) moves.push(`${was} > ${payment.status}`);
    }
  }
  return moves;
}

/** What only happens on the chain does not show before it is read. */
function canBeSeen({ act, readers }: Step): boolean {
  return readers !== 'none' || ['create', 'createAgain', 'cancel'].includes(act.kind);
}

async function read(pair: Pair, readers: Readers): Promise<string[]> {
  if (readers === 'none') return [];
  // An outage is met by one process after the other: who met it first would be chance.
  const outage = pair.system.outage.callsLeft !== undefined;
  if (readers !== 'both' || outage) return readOne(pair, readers === 'second' ? 1 : 0);
  const [first, second] = await Promise.all([pair.system.sync(0), pair.system.sync(1)]);
  if (first.kind === 'busy' && second.kind === 'busy') return ['each process waits for the other'];
  return [
    ...(first.kind === 'busy' ? [] : follow(pair, 0, first)),
    ...(second.kind === 'busy' ? [] : follow(pair, 1, second)),
  ];
}

async function readOne(pair: Pair, process: 0 | 1): Promise<string[]> {
  const { system, model } = pair;
  const outage = system.outage.callsLeft !== undefined;
  const result = await system.sync(process);
  if (result.kind !== 'failed') return follow(pair, process, result);
  if (!outage) return [`a read failed: ${result.error.message}`];
  countFailure(system.outage);
  // What was committed before the source failed stays.
  const [row] = await system.base.db.select({ height: chain.height, hash: chain.hash }).from(chain);
  if (row?.hash !== model.followed.at(-1)) model.readBlocks(row?.height ?? 0);
  model.expire();
  return [];
}

/** Has the model read what the process read. */
function follow({ model, looked }: Pair, process: 0 | 1, result: SyncResult): string[] {
  const found: string[] = [];
  if (result.kind === 'read') {
    if (!result.complete) found.push('a read ended before it was complete');
    model.read(looked[process]);
  } else if (result.kind === 'backing_off') {
    const ms = result.until.getTime() - model.now;
    if (ms <= 0 || ms > LONGEST_BACK_OFF_MS) found.push(`reads are put off by ${ms} ms`);
  } else found.push(`a read ended as ${result.kind}`);
  model.expire();
  return found;
}
