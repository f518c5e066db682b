import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@/test/support/random';
import type { ClientResponses, Invoice, KnownOrder } from './client-responses';
import type { SendUntilFinal } from './exchange';
import type { PaymentSimulator } from './payment-simulator';

export interface Store {
  readonly id: string;
  readonly token: string;
  readonly url: string;
  readonly secret: string;
}

/** A shop's plugin. It repeats each request until it gets a response. */
export interface Plugin {
  /**
   * Creates an invoice. There is no Idempotency-Key, so each request without a response may have
   * created another invoice.
   */
  order(orderId: string, random: Random): Promise<KnownOrder>;
  list(): Promise<Invoice[]>;
}

const LATER = new Set([429, 503]);
const PAGE = 100;
const SATS = 100_000_000;
const PPM_OF_PERCENT = 10_000;

export function openPlugin(exchange: SendUntilFinal, { id, token }: Store): Plugin {
  const ask = (path: string, body?: object) => {
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return exchange(`/api/v1/stores/${id}/invoices${path}`, init, ({ status }) => {
      if (status === 200) return 'final';
      return LATER.has(status) ? 'later' : 'unexpected';
    });
  };
  return {
    async order(orderId, random) {
      const tolerance = random.pick([0, 0, 1]);
      const { answer, unanswered } = await ask('', {
        amount: (random.int(500, 10_000) / 100).toFixed(2),
        currency: 'EUR',
        metadata: { orderId },
        checkout: {
          speedPolicy: random.pick(['HighSpeed', 'LowMediumSpeed', 'LowSpeed']),
          expirationMinutes: random.pick([5, 60]),
          paymentTolerance: tolerance,
        },
      });
      const invoice = JSON.parse(answer.text) as Invoice;
      const methods = await ask(`/${invoice.id}/payment-methods`);
      const [method] = JSON.parse(methods.answer.text) as { destination: string; amount: string }[];
      if (!method) throw new Error('an invoice without a payment method');
      const sats = Math.round(Number(method.amount) * SATS);
      const { destination: address } = method;
      return { orderId, invoice, address, sats, ppm: tolerance * PPM_OF_PERCENT, unanswered };
    },
    async list() {
      const found: Invoice[] = [];
      for (;;) {
        const { answer } = await ask(`?take=${PAGE}&skip=${found.length}`);
        const page = JSON.parse(answer.text) as Invoice[];
        found.push(...page);
        if (page.length < PAGE) return found;
      }
    },
  };
}

export async function createOrdersUntilAborted(
  plugin: Plugin,
  random: Random,
  signal: AbortSignal,
  load: {
    readonly name: string;
    readonly notebook: ClientResponses;
    readonly payer: PaymentSimulator;
  },
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const order = await plugin.order(`${load.name}-${n}`, random);
    load.notebook.orders.push(order);
    const { address, sats, ppm } = order;
    load.payer.takeOn({ address, amount_sats: sats, underpayment_tolerance_ppm: ppm });
    await sleep(random.int(200, 1_500), undefined, { signal }).catch(() => {});
  }
}
