import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';
import type { Random } from '@/test/support/random';
import type { AcknowledgedPayment, KnownLink } from './client-responses';
import type { HttpReply, SendUntilFinal } from './exchange';
import type { Findings } from './findings';

/** The shop's backend. It repeats each request until it gets a response. */
export interface ShopBackend {
  create(key: string, body: Readonly<Record<string, unknown>>): Promise<AcknowledgedPayment>;
  /**
   * Creates a payment link. There is no Idempotency-Key, so each request without a response may
   * have created another link.
   */
  makeLink(body: Readonly<Record<string, unknown>>): Promise<KnownLink>;
  cancel(acknowledged: AcknowledgedPayment): Promise<void>;
  /** Reports an acknowledged payment that is lost or has another address. */
  check(acknowledged: AcknowledgedPayment): Promise<void>;
  /** Returns undefined if the refund would exceed the received amount. */
  refund(
    paymentId: string,
    key: string,
    body: Readonly<Record<string, unknown>>,
  ): Promise<RefundResponse | undefined>;
  get<T>(path: string): Promise<T>;
}

const LATER = new Set([429, 503]);

export function openClient(
  exchange: SendUntilFinal,
  apiKey: string,
  findings: Findings,
): ShopBackend {
  const ask = (path: string, init: RequestInit, final: readonly number[]) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...init.headers };
    return exchange(path, { ...init, headers }, (answer) => {
      if (LATER.has(answer.status) || isInProgress(answer)) return 'later';
      return final.includes(answer.status) && isJson(answer) ? 'final' : 'unexpected';
    });
  };
  return {
    create: async (key, body) => {
      const { answer } = await ask('/v1/btc/payments', postOf(body, key), [201]);
      return { key, payment: JSON.parse(answer.text) as PaymentResponse, cancel: 'not asked' };
    },
    makeLink: async (body) => {
      const { answer, unanswered } = await ask('/v1/btc/payment_links', postOf(body), [201]);
      return { link: JSON.parse(answer.text) as LinkResponse, unanswered, asked: 0, shown: 0 };
    },
    cancel: async (acknowledged) => {
      acknowledged.cancel = 'asked';
      const path = `/v1/btc/payments/${acknowledged.payment.id}/cancel`;
      const { answer } = await ask(path, { method: 'POST' }, [200, 409]);
      acknowledged.cancel = answer.status === 200 ? 'done' : 'refused';
    },
    check: async ({ payment }) => {
      const { answer } = await ask(`/v1/btc/payments/${payment.id}`, {}, [200, 404]);
      if (answer.status === 404) findings.note('payments lost', `${payment.id} was acknowledged`);
      else if ((JSON.parse(answer.text) as PaymentResponse).address !== payment.address) {
        findings.note('answers that changed', `${payment.id} has another address`);
      }
    },
    refund: async (paymentId, key, body) => {
      const path = `/v1/btc/payments/${paymentId}/refunds`;
      const { answer } = await ask(path, postOf(body, key), [201, 409]);
      return answer.status === 201 ? (JSON.parse(answer.text) as RefundResponse) : undefined;
    },
    get: async <T>(path: string) => JSON.parse((await ask(path, {}, [200])).answer.text) as T,
  };
}

/**
 * Creates payments until `signal` aborts. Some requests are sent twice, concurrently or in
 * sequence.
 */
export async function createPaymentsUntilAborted(
  client: ShopBackend,
  random: Random,
  signal: AbortSignal,
  load: {
    readonly name: string;
    readonly hookUrls: readonly string[];
    readonly findings: Findings;
    readonly onAcknowledged: (acknowledged: AcknowledgedPayment) => void;
  },
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const key = `${load.name}-${n}`;
    const body = orderOf(key, random, load.hookUrls);
    const twice = random.chance(0.15);
    const [acknowledged, again] = await Promise.all([
      client.create(key, body),
      twice ? client.create(key, body) : undefined,
    ]);
    const later = random.chance(0.1) ? await client.create(key, body) : undefined;
    for (const other of [again, later]) {
      if (other && other.payment.id !== acknowledged.payment.id) {
        load.findings.note(
          'payments doubled',
          `${key}: ${acknowledged.payment.id}, ${other.payment.id}`,
        );
      } else if (other && JSON.stringify(other.payment) !== JSON.stringify(acknowledged.payment)) {
        load.findings.note('answers that changed', key);
      }
    }
    load.onAcknowledged(acknowledged);
    await sleep(random.int(100, 900), undefined, { signal }).catch(() => {});
  }
}

function orderOf(key: string, random: Random, hookUrls: readonly string[]) {
  return {
    ...amountOf(random),
    underpayment_tolerance_ppm: random.pick([0, 0, 1_000, 10_000]),
    required_confirmations: random.int(1, 6),
    expires_in: random.pick([300, 3_600]),
    reference: key,
    ...(random.chance(0.5) ? {} : { metadata: { order: key }, description: `Order ${key}` }),
    ...(random.chance(0.05) ? {} : { webhook_url: random.pick(hookUrls) }),
  };
}

function amountOf(random: Random) {
  const amount_sats = random.int(10_000, 200_000);
  const cents = random.int(500, 10_000);
  const price = { amount: (cents / 100).toFixed(2), currency: 'EUR' };
  return random.pick([{ amount_sats }, { price }, { amount_sats, price }]);
}

function postOf(body: unknown, key?: string): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  };
}

function isJson({ text }: HttpReply): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isInProgress({ status, text }: HttpReply): boolean {
  return status === 409 && text.includes('idempotency_in_progress');
}
