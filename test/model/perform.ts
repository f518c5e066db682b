import { Problem } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import { acceptPayment } from '@/lib/payments/accept-payment';
import { differences } from './differences';
import { moveClock, nth, type SystemAndModel } from './pair';
import { doubleSpend, pay, paysUs, reorg, replace, sumOf } from './perform-chain';
import { cancel, performCreate, repeatTerms, toCreateTerms } from './perform-create';
import { performOnDeliveries } from './perform-deliveries';
import { performKill } from './perform-kill';
import { performOnLink } from './perform-links';
import { performOnRefund } from './perform-refunds';
import { RATE_TABLES, type RateTable } from './prices';
import { expiresAt, type ReferencePayment } from './reference-payment';
import type { Action } from './steps';
import type { Terms } from './terms';

/** @returns the differences between the results of the system and the model */
export async function perform(pair: SystemAndModel, action: Action): Promise<string[]> {
  const { system, model } = pair;
  const { chain } = model;
  switch (action.kind) {
    case 'create':
      return performCreate(pair, toCreateTerms(pair, action), action.key);
    case 'sell':
      return sell(pair, action.hooks, action.amount);
    case 'createAgain': {
      const body = pair.bodies.get(action.key);
      return body ? performCreate(pair, repeatTerms(body, action.other), action.key) : [];
    }
    case 'rates':
      return changeRates(pair, nth(RATE_TABLES, action.table) ?? RATE_TABLES[0]);
    case 'cancel':
      return cancel(pair, nth(model.payments, action.payment));
    case 'pay': {
      const payment = nth(model.payments, action.payment);
      return payment ? pay(pair, payment.address, sumOf(payment, action.sum)) : [];
    }
    case 'payAddress':
      return pay(pair, nth(system.addresses, action.address) ?? '', action.sats);
    case 'replace':
      return replace(pair, nth(chain.mempool.filter(paysUs), action.tx), action.to);
    case 'doubleSpend':
      return doubleSpend(pair, nth(chain.mempool.filter(paysUs), action.tx));
    case 'mine':
      chain.mine(await system.driver.mine(action.blocks));
      return [];
    case 'reorg':
      return reorg(pair, action.depth, action.remine, action.drop);
    case 'rewrite':
      await reorg(pair, action.depth, false, null);
      await replace(pair, nth(chain.mempool.filter(paysUs), action.tx), action.to);
      chain.mine(await system.driver.mine(action.blocks));
      return [];
    case 'wait':
      return moveClock(pair, model.now + action.ms);
    case 'waitForExpiry': {
      const payment = nth(model.payments, action.payment);
      return payment ? moveClock(pair, expiresAt(payment) + action.ms) : [];
    }
    case 'restart':
      return restart(pair, action.process);
    case 'outage':
      Object.assign(system.outage, { callsLeft: action.callsLeft, failuresLeft: action.failures });
      return [];
    case 'makeLink':
    case 'click':
    case 'crowd':
    case 'deactivate':
      return performOnLink(pair, action);
    case 'refund':
    case 'payRefund':
    case 'dropRefund':
      return performOnRefund(pair, action);
    case 'kill':
      return performKill(pair, action);
    case 'accept':
      return accept(pair, nth(model.payments, action.payment));
    default:
      return performOnDeliveries(pair, action);
  }
}

function restart({ system, looked }: SystemAndModel, process: 0 | 1): string[] {
  system.restart(process);
  looked[process].clear();
  return [];
}

function changeRates({ system, model }: SystemAndModel, rates: RateTable): string[] {
  model.rates = rates;
  system.restartWith(rates);
  return [];
}

async function accept(
  { system, model }: SystemAndModel,
  payment: ReferencePayment | undefined,
): Promise<string[]> {
  if (!payment) return [];
  const { id, received } = payment;
  const expected = model.accept(payment) ? 'accepted' : 'payment_not_acceptable';
  const request = { paymentId: id, received: toSats(received) };
  const found = await acceptPayment(
    system.base.db,
    system.owner,
    request,
    new Date(model.now),
  ).then(
    () => 'accepted',
    (error) => (error instanceof Problem ? error.code : `${error}`),
  );
  return differences('accepting', found, expected);
}

async function sell(
  pair: SystemAndModel,
  hooks: readonly number[],
  amount: number,
): Promise<string[]> {
  const { system, model } = pair;
  const found: string[] = [];
  for (const hook of hooks) {
    const url = nth(system.hooks.urls, hook);
    const terms: Terms = { ...SALE, amount_sats: amount, ...(url ? { webhook_url: url } : {}) };
    moveClock(pair, model.now + 1);
    found.push(...(await performCreate(pair, terms, null)));
    const { address } = model.payments.at(-1) ?? { address: '' };
    found.push(...(await pay(pair, address, amount)));
  }
  return found;
}

const SALE = { underpayment_tolerance_ppm: 0, required_confirmations: 2, expires_in: 3600 };
