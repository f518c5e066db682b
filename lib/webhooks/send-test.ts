import { createHash } from 'node:crypto';
import type { Db } from '@/db/client';
import { deriveReceive } from '@/lib/bitcoin/derive';
import type { KeyActor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { activeSigningSecrets } from '@/lib/keys/signing-secrets';
import type { Vault } from '@/lib/keys/vault';
import { causeOf } from './cause';
import { eventBody } from './event-body';
import type { Resolve } from './resolve-host';
import { type ExchangeLimits, type ExchangeResult, notSent, send } from './send';
import { signedHeaders } from './sign';
import { checkWebhookTarget } from './target-guard';
import type { TargetPolicy } from './target-url';

export interface SendTestDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly policy: TargetPolicy;
  readonly limits?: ExchangeLimits;
  readonly resolve?: Resolve;
}

/** The answer of the test operation, as it goes over the wire. */
export interface TestWebhookResult {
  readonly event_id: string;
  readonly event_type: 'payment.confirmed';
  /** HTTP status of the receiver; 0 when none came. */
  readonly status: number;
  readonly delivered: boolean;
  /** Why it was not delivered and what to do; null when it was. */
  readonly error: string | null;
}

const TYPE = 'payment.confirmed';
const AMOUNT = toSats(100_000);
const CONFIRMATIONS = 3;
/** The last unhardened index (BIP 32). */
const LAST_INDEX = 2 ** 31 - 1;

/**
 * Sends one synthetic payment.confirmed at once, signed and checked as a real one, and stores
 * nothing.
 *
 * @throws Problem webhook_url_rejected
 */
export async function sendTest(
  deps: SendTestDeps,
  caller: TestSender,
  request: { readonly webhook_url: string },
  now: Date,
): Promise<TestWebhookResult> {
  const { eventId, result } = await exchangeTest(deps, caller, request.webhook_url, now);
  return {
    event_id: eventId,
    event_type: TYPE,
    status: result.status ?? 0,
    delivered: result.ok,
    error: causeOf(result)?.message ?? null,
  };
}

/** Whose test it is: what it is signed with, and whose address it names. */
export type TestSender = Pick<KeyActor, 'apiKeyId' | 'network' | 'descriptor'>;

export interface TestExchange {
  readonly eventId: string;
  /** The exact text that was signed. */
  readonly body: string;
  /** The signed headers; empty when there was nothing to sign with. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly result: ExchangeResult;
}

/**
 * {@link sendTest} with everything that went over the wire. The event names the last address of
 * the sender's own wallet: no payment ever has it, and money sent there by mistake is not lost.
 *
 * @throws Problem webhook_url_rejected
 */
export async function exchangeTest(
  deps: SendTestDeps,
  sender: TestSender,
  url: string,
  now: Date,
): Promise<TestExchange> {
  const { policy, limits, resolve } = deps;
  await checkWebhookTarget(url, policy, resolve);
  const eventId = newId('event');
  const body = testBody(eventId, sender, url);
  const secrets = await activeSigningSecrets(deps.db, deps.vault, sender.apiKeyId, now);
  if (secrets.length === 0) {
    return { eventId, body, requestHeaders: {}, result: notSent({ kind: 'unsigned' }, now) };
  }
  const headers = signedHeaders({ eventId, type: TYPE, body }, secrets, now);
  const result = await send({ url, body, headers }, { policy, limits, resolve, now });
  return { eventId, body, requestHeaders: headers, result };
}

function testBody(eventId: string, sender: TestSender, url: string): string {
  return eventBody(TYPE, {
    payment_id: newId('payment').replace('_', '_test_'),
    txid: createHash('sha256').update(eventId).digest('hex'),
    address: deriveReceive(sender.descriptor, sender.network, LAST_INDEX).address,
    amount_sats: AMOUNT,
    received_sats: AMOUNT,
    confirmations: CONFIRMATIONS,
    webhook_url: url,
  });
}
