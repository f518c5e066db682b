import { eq } from 'drizzle-orm';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import type { SyncResult } from '@/lib/payments/sync-chain';
import { countOutageFailure } from './faulty-source';
import type { SystemAndModel } from './pair';
import type { ReadingProcesses } from './steps';

const MAX_BACK_OFF_MS = 60_000;

/** Reads the chain in the system and in the model. @returns the differences */
export async function read(pair: SystemAndModel, readers: ReadingProcesses): Promise<string[]> {
  if (readers === 'none') return [];
  // During an outage, the processes read one after the other. Otherwise timing would decide which
  // read fails.
  const outage = pair.system.outage.callsLeft !== undefined;
  if (readers !== 'both' || outage) return readOne(pair, readers === 'second' ? 1 : 0);
  const [first, second] = await Promise.all([pair.system.sync(0), pair.system.sync(1)]);
  if (first.kind === 'busy' && second.kind === 'busy') return ['each process waits for the other'];
  const found = [
    ...(first.kind === 'busy' ? [] : applyChainRead(pair, 0, first)),
    ...(second.kind === 'busy' ? [] : applyChainRead(pair, 1, second)),
  ];
  // A process that was busy has only handled pushes, so it reads the chain now.
  if (first.kind === 'busy') found.push(...(await readOne(pair, 0)));
  if (second.kind === 'busy') found.push(...(await readOne(pair, 1)));
  return found;
}

async function readOne(pair: SystemAndModel, process: 0 | 1): Promise<string[]> {
  const { system, model } = pair;
  const outage = system.outage.callsLeft !== undefined;
  const result = await system.sync(process);
  if (result.kind !== 'failed') return applyChainRead(pair, process, result);
  if (!outage) return [`a read failed: ${result.message}`];
  countOutageFailure(system.outage);
  // Blocks that were committed before the source failed stay committed.
  await followBlocks(pair);
  model.expire();
  return [];
}

/** Lets the model read the same blocks as the process. @returns the differences */
export function applyChainRead(
  { model, looked }: SystemAndModel,
  process: 0 | 1,
  result: SyncResult,
): string[] {
  const found: string[] = [];
  if (result.kind === 'read') {
    if (!result.complete) found.push('a read ended before it was complete');
    model.read(looked[process]);
  } else if (result.kind === 'backing_off') {
    const ms = result.until.getTime() - model.now;
    if (ms <= 0 || ms > MAX_BACK_OFF_MS) found.push(`reads are put off by ${ms} ms`);
  } else found.push(`a read ended as ${result.kind}`);
  model.expire();
  return found;
}

/** Lets the model read what a process committed before it was killed during a read. */
export async function applyPartialRead(pair: SystemAndModel, process: 0 | 1): Promise<void> {
  const { system, model, looked } = pair;
  const { db } = system.base;
  const { readAt } = await followBlocks(pair);
  if (readAt?.getTime() === model.now) model.read(looked[process]);
  const rows = await db
    .select({ id: payment.id })
    .from(payment)
    .where(eq(payment.status, 'expired'));
  const expired = new Set(rows.map(({ id }) => id));
  if (model.payments.some(({ id, status }) => status === 'pending' && expired.has(id))) {
    model.expire();
  }
}

async function followBlocks({ system, model }: SystemAndModel) {
  const [row] = await system.base.db
    .select({ height: chain.height, hash: chain.hash, readAt: chain.readAt })
    .from(chain);
  if (!row) throw new Error('no chain is followed');
  if (row.hash !== model.followed.at(-1)) model.readBlocks(row.height ?? 0);
  return row;
}
