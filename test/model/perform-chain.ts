import type { MadeTransaction } from './chain-driver';
import { nth, type SystemAndModel } from './pair';
import type { Tx } from './reference-chain';
import { minAcceptedSats, type ReferencePayment } from './reference-payment';
import type { PaidShare } from './steps';

export const paysUs = (tx: Tx) => tx.address !== null;

export function sumOf(payment: ReferencePayment, sum: PaidShare): number {
  const { amount, received } = payment;
  const least = minAcceptedSats(payment);
  switch (sum) {
    case 'exact':
      return amount.amount_sats;
    case 'least':
      return least;
    case 'under':
      return least - 1;
    case 'over':
      return amount.amount_sats + 1;
    case 'part':
      return Math.floor(least / 2);
    case 'rest':
      return least - received;
  }
}

export async function pay(
  { system, model }: SystemAndModel,
  address: string,
  sats: number,
): Promise<string[]> {
  const { driver } = system;
  if (sats < driver.leastSats) return [];
  const made = await driver.pay(address, sats);
  if (made) model.chain.submit(txOf(made, address, sats));
  return [];
}

export async function replace(
  pair: SystemAndModel,
  tx: Tx | undefined,
  to: 'same' | 'nowhere',
): Promise<string[]> {
  const made = tx && (await pair.system.driver.replace(tx.id, to));
  if (!made) return [];
  pair.model.chain.submit(to === 'same' ? txOf(made, tx.address, tx.sats) : txOf(made, null, 0));
  return [];
}

export async function doubleSpend(
  { system, model: { chain } }: SystemAndModel,
  tx?: Tx,
): Promise<string[]> {
  const { driver } = system;
  const spend = tx && (await driver.doubleSpend(tx.id));
  if (!spend) return [];
  const thief = txOf(spend.made, null, 0);
  if (driver.doubleSpendTakes === 'itself') chain.mine(spend.hashes, [thief]);
  else {
    chain.submit(thief);
    chain.mine(spend.hashes);
  }
  return [];
}

export async function reorg(
  { system, model }: SystemAndModel,
  depth: number,
  remine: boolean,
  which: number | null,
): Promise<string[]> {
  const { driver } = system;
  const { chain } = model;
  const inReach = chain.blocks.slice(-depth).flatMap(({ txs }) => txs);
  const droppable = [...chain.mempool, ...inReach].filter(paysUs);
  const drop = which === null || !driver.canDrop ? undefined : nth(droppable, which);
  chain.reorg(depth, await driver.reorg(depth, remine, drop?.id), remine, drop);
  return [];
}

function txOf({ txid, spends }: MadeTransaction, address: string | null, sats: number): Tx {
  return { id: txid, spends, address, sats };
}
