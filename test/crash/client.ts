import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import type { Random } from '@/test/support/random';
import type { Findings } from './findings';
import type { Acknowledged, Notebook } from './notebook';

/** The shop's backend: repeats the same request until it gets an answer. */
export interface ShopBackend {
  create(key: string, body: Readonly<Record<string, unknown>>): Promise<Acknowledged>;
  cancel(acknowledged: Acknowledged): Promise<void>;
  /** Reads a payment that was acknowledged before. */
  check(acknowledged: Acknowledged): Promise<void>;
  get<T>(path: string): Promise<T>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

const LONG_TIMEOUT_MS = 8_000;
const PAUSE_MS = 100;
/** Errors that ask for a later repeat. */
const LATER = new Set([429, 503]);

export function openClient(
  baseUrl: string,
  apiKey: string,
  notebook: Notebook,
  findings: Findings,
): ShopBackend {
  const once = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${apiKey}`, ...init.headers },
      signal: AbortSignal.timeout(LONG_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  };
  /** Repeats until an answer with one of these statuses. */
  const repeatUntilAnswered = async (path: string, init: RequestInit, final: readonly number[]) => {
    for (;;) {
      const answer = await once(path, init).catch(() => undefined);
      if (answer && final.includes(answer.status) && isJson(answer)) return answer;
      notebook.retries += 1;
      const mayWait = !answer || LATER.has(answer.status) || isInProgress(answer);
      if (!mayWait) {
        findings.note('unexpected answers', `${path}: ${answer.status} ${answer.text}`);
      }
      await sleep(PAUSE_MS);
    }
  };
  return {
    create: async (key, body) => {
      const { text } = await repeatUntilAnswered('/v1/btc/payments', postOf(key, body), [201]);
      return { key, payment: JSON.parse(text) as PaymentAnswer, cancel: 'not asked' };
    },
    cancel: async (acknowledged) => {
      acknowledged.cancel = 'asked';
      const path = `/v1/btc/payments/${acknowledged.payment.id}/cancel`;
      const { status } = await repeatUntilAnswered(path, { method: 'POST' }, [200, 409]);
      acknowledged.cancel = status === 200 ? 'done' : 'refused';
    },
    check: async ({ payment }) => {
      const { status, text } = await repeatUntilAnswered(
        `/v1/btc/payments/${payment.id}`,
        {},
        [200, 404],
      );
      if (status === 404) findings.note('payments lost', `${payment.id} was acknowledged`);
      else if ((JSON.parse(text) as PaymentAnswer).address !== payment.address) {
        findings.note('answers that changed', `${payment.id} has another address`);
      }
    },
    get: async <T>(path: string) =>
      JSON.parse((await repeatUntilAnswered(path, {}, [200])).text) as T,
  };
}

/** Creates payments until `signal`; some requests are sent twice, at once or later. */
export async function keepCreating(
  client: ShopBackend,
  random: Random,
  signal: AbortSignal,
  load: {
    readonly name: string;
    readonly hookUrls: readonly string[];
    readonly findings: Findings;
    readonly onAcknowledged: (acknowledged: Acknowledged) => void;
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

/** In satoshis, in another currency, or in both. */
function amountOf(random: Random) {
  const amount_sats = random.int(10_000, 200_000);
  const cents = random.int(500, 10_000);
  const price = { amount: (cents / 100).toFixed(2), currency: 'EUR' };
  return random.pick([{ amount_sats }, { price }, { amount_sats, price }]);
}

function postOf(key: string, body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  };
}

function isJson({ text }: Answer): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isInProgress({ status, text }: Answer): boolean {
  return status === 409 && text.includes('idempotency_in_progress');
}
