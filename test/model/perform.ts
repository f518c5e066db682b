import { moveClock, nth, type Pair } from './pair';
import { doubleSpend, pay, paysUs, reorg, replace, sumOf } from './perform-chain';
import { again, cancel, create, termsOf } from './perform-create';
import { dispatch, resend, rotateSecret, waitForTry } from './perform-deliveries';
import { kill } from './perform-kill';
import { expiresAt } from './reference-payment';
import type { Act } from './steps';
import type { Terms } from './terms';

/** Performs one action on both. @returns the differences between their answers */
export async function perform(pair: Pair, act: Act): Promise<string[]> {
  const { system, model, looked } = pair;
  const { chain } = model;
  switch (act.kind) {
    case 'create':
      return create(pair, termsOf(pair, act), act.key);
    case 'sell':
      return sell(pair, act.hooks, act.amount);
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
    case 'dispatch':
      return dispatch(pair, act);
    case 'answer':
      for (const url of act.hook === null
        ? system.hooks.urls
        : [nth(system.hooks.urls, act.hook)]) {
        if (url) system.hooks.replies.set(url, act.reply);
      }
      return [];
    case 'waitForTry':
      return waitForTry(pair, act.delivery, act.ms);
    case 'resend':
      return resend(pair, act.delivery);
    case 'rotateSecret':
      return rotateSecret(pair, act.overlapS);
    case 'kill':
      return kill(pair, act);
  }
}

async function sell(pair: Pair, hooks: readonly number[], amount: number): Promise<string[]> {
  const { system, model } = pair;
  const found: string[] = [];
  for (const hook of hooks) {
    const url = nth(system.hooks.urls, hook);
    const terms: Terms = { ...SALE, amount_sats: amount, ...(url ? { webhook_url: url } : {}) };
    moveClock(pair, model.now + 1);
    found.push(...(await create(pair, terms, null)));
    const { address } = model.payments.at(-1) ?? { address: '' };
    found.push(...(await pay(pair, address, amount)));
  }
  return found;
}

const SALE = { underpayment_tolerance_ppm: 0, required_confirmations: 2, expires_in: 3600 };
