import type { Db } from '@/db/client';
import { paymentLink } from '@/db/schema/links';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayChange } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { invalidBoundField, type LinkAmount } from '@/lib/domain/link';
import type { Network } from '@/lib/domain/network';
import { invalidField, type Problem } from '@/lib/domain/problems';
import { lockRole } from '@/lib/keys/key-conditions';
import { requireStillUsable, requireUsableKey } from '@/lib/keys/require-usable-key';
import { withSeal } from '@/lib/keys/seal';
import { checkReturnUrl } from '@/lib/payments/check-return-url';
import { PRICE_POINTERS, quotePrice } from '@/lib/payments/quote-payment';
import type { Rates } from '@/lib/rates/rates';
import { queueChange } from '@/lib/server/changes/queue-change';
import type { Resolve } from '@/lib/webhooks/transport/resolve-host';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { getLink } from './get-link';
import type { LinkRow, LinkView } from './link-view';

interface Deps {
  readonly db: Db;
  readonly policy: TargetPolicy;
  readonly rates: Rates;
  readonly resolve?: Resolve;
}

export type NewLink = Pick<
  LinkRow,
  'title' | 'amount' | 'maxPayments' | 'payerNote' | 'customerFields' | 'terms' | 'expiresAt'
> &
  Partial<Pick<LinkRow, 'customerMails'>>;

/**
 * Creates a payment link for an API key, with its audit entry, and notifies open dashboards.
 *
 * @throws Problem `forbidden` for a viewer; `not_found` for a key that cannot be used;
 *  `invalid_request` for bounds that contradict each other and an end in the past;
 *  `webhook_url_rejected`; the problems of {@link checkReturnUrl} and of {@link quotePrice}
 */
export async function createLink(
  { db, policy, rates, resolve }: Deps,
  actor: Actor,
  apiKeyId: string,
  request: NewLink,
  now: Date,
): Promise<LinkView> {
  assertMayChange(actor);
  const key = await requireUsableKey(db, actor, apiKeyId, now);
  const { terms, title, expiresAt } = request;
  checkBounds(request.amount);
  if (expiresAt && expiresAt <= now) throw refusal('/expires_at', 'Must be in the future.');
  checkReturnUrl(terms, policy);
  await checkWorth(rates, key.network, request.amount, now);
  if (terms.webhookUrl !== null) await checkWebhookTarget(terms.webhookUrl, policy, resolve);
  const id = newId('link');
  await db.transaction(async (tx) => {
    await lockRole(tx, actor);
    await requireStillUsable(tx, apiKeyId, now);
    const row = { ...request, id, apiKeyId, createdAt: now };
    await tx.insert(paymentLink).values(withSeal('payment_link', row));
    const data = { title, currency: currencyOf(request.amount), api_key_id: apiKeyId };
    await recordAuditEntry(tx, actor, 'link.create', id, data, now);
  });
  queueChange(db, key.merchantId, 'links');
  return getLink(db, actor, id, now);
}

const MINIMUM = {
  name: 'minimum',
  amount: '/free_amount/minimum',
  currency: '/free_amount/currency',
};

async function checkWorth(
  rates: Rates,
  network: Network,
  amount: LinkAmount,
  now: Date,
): Promise<void> {
  if (amount.kind === 'sats') return;
  if (amount.kind === 'price') {
    await quotePrice(rates, network, amount.asked, now, PRICE_POINTERS);
    return;
  }
  const { currency, minimum } = amount;
  if (minimum === null) await rates.rate(currency, network, now, MINIMUM.currency);
  else await quotePrice(rates, network, { amount: minimum, currency }, now, MINIMUM);
}

function currencyOf(amount: LinkAmount): string {
  if (amount.kind === 'sats') return 'SATS';
  return amount.kind === 'price' ? amount.asked.currency : amount.currency;
}

function checkBounds(amount: LinkAmount): void {
  if (amount.kind !== 'free') return;
  const fault = invalidBoundField(amount);
  if (fault === 'maximum') {
    throw refusal('/free_amount/maximum', 'Must not be less than minimum.');
  }
  if (fault === 'suggested') {
    throw refusal('/free_amount/suggested', 'Must lie between minimum and maximum.');
  }
}

function refusal(pointer: string, message: string): Problem {
  const detail = `The ${pointer.slice(1)} cannot be used. ${message}`;
  return invalidField(pointer, 'invalid_range', message, detail);
}
