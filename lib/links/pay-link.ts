import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import { paymentExtra } from '@/db/schema/extras';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import type { ApiKeyActor } from '@/lib/domain/actor';
import {
  type Customer,
  type CustomerFields,
  MAX_CUSTOMER_NAME_LENGTH,
} from '@/lib/domain/customer';
import { isEmail, normalizeEmail } from '@/lib/domain/email';
import {
  isSamePriceRequest,
  type LinkAmount,
  MAX_CUSTOMER_NOTE_LENGTH,
  type PayerNote,
  readFreeAmount,
} from '@/lib/domain/link';
import type { PriceRequest } from '@/lib/domain/price';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import type { DecimalMark } from '@/lib/domain/typed-number';
import { KEY_ACTOR_COLUMNS, keyActorOf } from '@/lib/keys/require-usable-key';
import { requireIntact } from '@/lib/keys/seal';
import { type CreateDeps, createPaymentOnce } from '@/lib/payments/create-payment';
import { NO_EXTRA } from '@/lib/payments/payment-extra';
import {
  customerOf,
  type NewPayment,
  type PaymentRow,
  type UnquotedPayment,
} from '@/lib/payments/payment-row';
import { createLinkPaymentCheck, type LinkLimits } from './create-link-payment-check';
import type { LinkRow } from './link-view';

export interface LinkSubmission extends LinkInput {
  /** The form's token. A form that is sent twice with the same token creates one payment. */
  readonly token: string;
  /** The proof of work for the token; empty if the form has none. */
  readonly proof: string;
  readonly ownCheckoutId: string | undefined;
}

export interface PayDeps extends CreateDeps, LinkLimits {
  /**
   * Counts a payment against the limit of its customer, before the payment is created.
   *
   * @throws Problem `rate_limited`
   */
  countClick(): Promise<void>;
}

/**
 * Creates the payment for a click on a link's page. If the browser's last payment of the link is
 * equal and still open, returns that payment, so that no further address is used.
 *
 * @throws Problem `payment_link_not_found`; `payment_link_closed`; `invalid_request`, with an error
 *  for each field at fault; `rate_limited`; the problems of {@link createPaymentOnce}
 */
export async function payLink(
  deps: PayDeps,
  linkId: string,
  click: LinkSubmission,
  now: Date,
): Promise<PaymentRow> {
  const { link, key } = await findLink(deps.db, linkId);
  const choice = choose(link, click);
  const own =
    click.ownCheckoutId && (await findOpenPayment(deps.db, linkId, click.ownCheckoutId, now));
  if (own && asksForSame(own, choice)) return own.payment;
  await deps.countClick();
  const request = requestOf(link, choice);
  const admit = createLinkPaymentCheck(deps, linkId, key.walletId, now);
  const bodyHash = createHash('sha256').update(JSON.stringify(choice)).digest('hex');
  // The Idempotency-Key depends on what the customer entered, because a browser sends the same
  // token again after its user goes back and changes the form.
  const claim = {
    apiKeyId: key.apiKeyId,
    route: `link ${linkId}`,
    key: click.token + bodyHash,
    bodyHash,
  };
  let keyedRequest = claim;
  for (;;) {
    const { payment: made, replayed } = await createPaymentOnce(
      deps,
      key,
      request,
      keyedRequest,
      now,
      admit,
    );
    if (!replayed || !(await isOver(deps.db, made, now))) return made;
    // The payment ended while its form was still open, so the form may create another payment.
    keyedRequest = { ...claim, key: `${claim.key} ${made.id}` };
  }
}

/** Whether a payment has ended. The given row may be outdated: it is the payment as created. */
async function isOver(db: Db, { id, expiresAt }: PaymentRow, now: Date): Promise<boolean> {
  if (now >= expiresAt) return true;
  return (await db.$count(payment, and(eq(payment.id, id), eq(payment.status, 'canceled')))) > 0;
}

async function findLink(db: Db, id: string): Promise<{ link: LinkRow; key: ApiKeyActor }> {
  const [found] = await db
    .select({ link: paymentLink, key: KEY_ACTOR_COLUMNS })
    .from(paymentLink)
    .innerJoin(apiKey, eq(apiKey.id, paymentLink.apiKeyId))
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(eq(paymentLink.id, id));
  if (!found) throw new Problem('payment_link_not_found', 'There is no payment link with this id.');
  return { link: requireIntact('payment_link', found.link), key: keyActorOf(found.key) };
}

/** Returns a link's open payment by its checkout id, which is known only to viewers of its page. */
export async function findOpenPayment(db: Db, linkId: string, checkoutId: string, now: Date) {
  const [found] = await db
    .select({ payment, note: paymentExtra.payerNote })
    .from(payment)
    .innerJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(
      and(
        eq(payment.checkoutId, checkoutId),
        eq(payment.paymentLinkId, linkId),
        eq(payment.status, 'pending'),
      ),
    );
  return found && now < found.payment.expiresAt ? found : undefined;
}

function asksForSame(
  own: NonNullable<Awaited<ReturnType<typeof findOpenPayment>>>,
  { amount, note, customer }: Choice,
): boolean {
  if (own.note !== note) return false;
  const { name = null, email = null } = customerOf(own.payment) ?? {};
  if (name !== (customer?.name ?? null) || email !== (customer?.email ?? null)) return false;
  if ('sats' in amount) return own.payment.price === null && own.payment.amountSats === amount.sats;
  return own.payment.price !== null && isSamePriceRequest(own.payment.price, amount.asked);
}

function requestOf({ id, title, terms }: LinkRow, choice: Choice): NewPayment | UnquotedPayment {
  const { metadata, locale, returnUrl, returnAutomatically, ...rest } = terms;
  const extra = {
    ...NO_EXTRA,
    metadata,
    locale,
    returnUrl,
    returnAutomatically,
    description: title,
    payerNote: choice.note,
  };
  const { amount, customer } = choice;
  const common = { ...rest, destinationAddress: null, paymentLinkId: id, customer, extra };
  return 'sats' in amount ? { ...common, amount: amount.sats } : { ...common, asked: amount.asked };
}

interface LinkInput {
  /** The entered amount, used only if the customer chooses the amount. */
  readonly amount: string;
  readonly decimalMark: DecimalMark;
  /** The entered note, name and e-mail address, used only if the link has these fields. */
  readonly note: string;
  readonly name: string;
  readonly email: string;
}

interface Choice {
  readonly amount: { readonly sats: Sats } | { readonly asked: PriceRequest };
  readonly note: string | null;
  readonly customer: Customer | null;
}

function choose(link: LinkRow, entered: LinkInput): Choice {
  const amount = amountOf(link.amount, entered);
  const note = noteOf(link.payerNote, entered.note);
  const name = nameOf(link.customerFields, entered.name);
  const email = emailOf(link.customerFields, entered.email);
  if (typeof amount === 'string' || 'fault' in note || 'fault' in name || 'fault' in email) {
    const faults = {
      '/amount': typeof amount === 'string' ? amount : undefined,
      '/note': 'fault' in note ? note.fault : undefined,
      '/customer/name': 'fault' in name ? name.fault : undefined,
      '/customer/email': 'fault' in email ? email.fault : undefined,
    };
    const errors = Object.entries(faults).flatMap(([pointer, code]) =>
      code === undefined ? [] : [{ pointer, code, message: code }],
    );
    throw new Problem('invalid_request', 'The form is not filled in correctly.', { errors });
  }
  const isKnown = name.text !== null || email.text !== null;
  const customer = isKnown ? { name: name.text, email: email.text, reference: null } : null;
  return { amount, note: note.text, customer };
}

type Entered = { readonly text: string | null } | { readonly fault: string };

function nameOf(wanted: CustomerFields | null, text: string): Entered {
  if (!wanted?.name) return { text: null };
  const name = text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (name === '') return nothing(wanted.name === 'required');
  return [...name].length > MAX_CUSTOMER_NAME_LENGTH ? { fault: 'too_long' } : { text: name };
}

function emailOf(wanted: CustomerFields | null, text: string): Entered {
  if (!wanted?.email) return { text: null };
  const email = normalizeEmail(text);
  if (email === '') return nothing(wanted.email === 'required');
  return isEmail(email) ? { text: email } : { fault: 'invalid' };
}

const nothing = (isRequired: boolean): Entered =>
  isRequired ? { fault: 'required' } : { text: null };

function amountOf(amount: LinkAmount, { amount: text, decimalMark }: LinkInput) {
  if (amount.kind === 'sats') return { sats: amount.sats };
  if (amount.kind === 'price') return { asked: amount.asked };
  const read = readFreeAmount(text, amount, decimalMark);
  return typeof read === 'string' ? read : { asked: read };
}

/** Removes control characters except line breaks, which forms send as CRLF. */
function noteOf(wanted: PayerNote | null, text: string): Entered {
  const note = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();
  if (!wanted) return { text: null };
  if (note === '') return nothing(wanted.required);
  return [...note].length > MAX_CUSTOMER_NOTE_LENGTH ? { fault: 'too_long' } : { text: note };
}
