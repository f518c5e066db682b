import type { MadeTransaction } from './chain-driver';
import type { Reference } from './reference';
import type { Tx } from './reference-chain';
import { expiresAt, leastOf, type ReferencePayment, type Terms } from './reference-payment';
import type { Act, Sum } from './steps';
import type { System } from './system';

/** A system and its model, side by side, and what the steps so far have left with them. */
export interface Pair {
  readonly system: System;
  readonly model: Reference;
  /** What each process has looked at in the mempool since it started. */
  readonly looked: readonly [Set<string>, Set<string>];
  /** The last body sent with each Idempotency-Key. */
  readonly bodies: Map<number, Terms>;
}

/** Does one act to both. @returns where their answers differ */
export async function perform(pair: Pair, act: Act): Promise<string[]> {
  const { system, model, looked } = pair;
  const { chain } = model;
  switch (act.kind) {
    case 'create':
      return create(pair, termsOf(pair, act), act.key);
    case 'createAgain': {
      const body = pair.bodies.get(act.key);
      return body ? create(pair, again(body, act.other), act.key) : [];
    }
    case 'cancel':
      return cancel(pair, nth(model.payments, act.payment));
    case 'pay': {
      const payment = nth(model.payments, act.payment);
      return payment ? pay(pair, payment.address, sumOf(payment, act.sum)) : [];
    }
    case 'payAddress':
      return pay(pair, nth(system.addresses, act.address) ?? '', act.sats);
    case 'replace':
      return replace(pair, nth(chain.mempool.filter(paysUs), act.tx), act.to);
    case 'doubleSpend':
      return doubleSpend(pair, nth(chain.mempool.filter(paysUs), act.tx));
    case 'mine':
      chain.mine(await system.driver.mine(act.blocks));
      return [];
    case 'reorg':
      return reorg(pair, act.depth, act.remine, act.drop);
    case 'rewrite':
      await reorg(pair, act.depth, false, null);
      await replace(pair, nth(chain.mempool.filter(paysUs), act.tx), act.to);
      chain.mine(await system.driver.mine(act.blocks));
      return [];
    case 'wait':
      return moveClock(pair, model.now + act.ms);
    case 'waitForExpiry': {
      const payment = nth(model.payments, act.payment);
      return payment ? moveClock(pair, expiresAt(payment) + act.ms) : [];
    }
    case 'restart':
      system.restart(act.process);
      looked[act.process].clear();
      return [];
    case 'outage':
      Object.assign(system.outage, { callsLeft: act.callsLeft, failuresLeft: act.failures });
      return [];
  }
}

export function moveClock({ system, model }: Pair, to: number): string[] {
  model.now = Math.max(model.now, to);
  system.clock.now = model.now;
  return [];
}

/** Counted round what there is. */
function nth<T>(all: readonly T[], which: number): T | undefined {
  return all[which % all.length];
}

const paysUs = (tx: Tx) => tx.address !== null;

function termsOf({ system, model }: Pair, act: Act & { kind: 'create' }): Terms {
  const address = act.address === null ? undefined : nth(system.addresses, act.address);
  return {
    amount_sats: act.amount,
    underpayment_tolerance_ppm: act.ppm,
    required_confirmations: act.depth,
    expires_in: act.expiresIn,
    ...(act.webhook ? { webhook_url: `https://127.0.0.1/hooks/${model.payments.length}` } : {}),
    ...(address === undefined ? {} : { destination_address: address }),
  };
}

/** The same body, its fields in another order; or another body. */
function again(terms: Terms, other: boolean): Terms {
  if (other) return { ...terms, reference: `${terms.reference ?? ''}another` };
  return terms;
}

async function create(pair: Pair, terms: Terms, which: number | null): Promise<string[]> {
  const { system, model } = pair;
  const key = which === null ? undefined : `key-${which}`;
  if (which !== null) pair.bodies.set(which, terms);
  const expected = model.answerTo(terms, key);
  const reordered = Object.fromEntries(Object.entries(terms).reverse());
  const answer = await system.call('POST', '/v1/btc/payments', reordered, key);
  if (expected !== 'created' && 'replay' in expected) {
    const replayed = answer.headers['idempotency-replayed'] === 'true';
    const same = answer.status === 201 && answer.text === expected.replay && replayed;
    return same ? [] : [`create answers ${answer.text}, and not again ${expected.replay}`];
  }
  if (expected !== 'created') {
    const right = answer.json.code === expected.refusal;
    return right ? [] : [`create answers ${answer.text}, and not ${expected.refusal}`];
  }
  if (answer.status !== 201) return [`create answers ${answer.text}, and not with a payment`];
  const { id, address } = answer.json as { id: string; address: string };
  const wanted = terms.destination_address;
  const used = wanted === undefined && model.payments.some((one) => one.address === address);
  model.created(id, address, terms, answer.text, key);
  if (used) return [`create gives an address that another payment has: ${address}`];
  return wanted === undefined || wanted === address
    ? []
    : [`create gives ${address}, not ${wanted}`];
}

async function cancel({ system, model }: Pair, payment?: ReferencePayment): Promise<string[]> {
  if (!payment) return [];
  const was = payment.status;
  const expected = model.cancel(payment) ? 200 : 409;
  const answer = await system.call('POST', `/v1/btc/payments/${payment.id}/cancel`);
  if (answer.status === expected) return [];
  return [`cancel of a ${was} payment answers ${answer.status}, not ${expected}`];
}

function sumOf({ terms, received }: ReferencePayment, sum: Sum): number {
  const least = leastOf(terms);
  switch (sum) {
    case 'exact':
      return terms.amount_sats;
    case 'least':
      return least;
    case 'under':
      return least - 1;
    case 'over':
      return terms.amount_sats + 1;
    case 'part':
      return Math.floor(least / 2);
    case 'rest':
      return least - received;
  }
}

async function pay({ system, model }: Pair, address: string, sats: number): Promise<string[]> {
  const { driver } = system;
  if (sats < driver.leastSats) return [];
  const made = await driver.pay(address, sats);
  if (made) model.chain.submit(txOf(made, address, sats));
  return [];
}

async function replace(pair: Pair, tx: Tx | undefined, to: 'same' | 'nowhere'): Promise<string[]> {
  const made = tx && (await pair.system.driver.replace(tx.id, to));
  if (!made) return [];
  pair.model.chain.submit(to === 'same' ? txOf(made, tx.address, tx.sats) : txOf(made, null, 0));
  return [];
}

async function doubleSpend({ system, model: { chain } }: Pair, tx?: Tx): Promise<string[]> {
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

async function reorg(
  { system, model }: Pair,
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
