import {
  and,
  arrayOverlaps,
  eq,
  exists,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  like,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { escapeLike } from '@/db/escape-like';
import { priceAmount } from '@/db/schema/columns';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { output, payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { AddressError, addressToScript } from '@/lib/bitcoin/address';
import type { Actor } from '@/lib/domain/actor';
import { normalizeEmail } from '@/lib/domain/email';
import type { Metadata } from '@/lib/domain/metadata';
import { NETWORKS, type Network } from '@/lib/domain/network';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import { type ParsedPriceText, readPriceText } from '@/lib/domain/price-text';
import type { InboxReason, InboxState } from '@/lib/domain/worklist';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { paymentIdsByMetadata, paymentIdsByWords } from '../payment-extra';
import { inboxEntriesSql } from './work-entries';

export const LIST_FILTERS = ['all', 'verified', 'unverified'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

/** A payment's position in a list with the newest first. */
export interface PaymentCursor {
  readonly createdAt: Date;
  readonly id: string;
}

export interface PaymentFilter {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: ListFilter | undefined;
  readonly statuses?: readonly PaymentStatus[] | undefined;
  /** A matching payment has at least one of these flags. */
  readonly flags?: readonly PaymentFlag[] | undefined;
  readonly webhookFailed?: boolean | undefined;
  /** By default `open`, if reasons are given. */
  readonly workState?: InboxState | undefined;
  /** A matching payment is in the inbox for at least one of these reasons. */
  readonly workReasons?: readonly InboxReason[] | undefined;
  readonly apiKeyId?: string | undefined;
  readonly paymentLinkId?: string | undefined;
  readonly network?: Network | undefined;
  /** The requested amount; both ends are inclusive. */
  readonly minSats?: number | undefined;
  readonly maxSats?: number | undefined;
  /** The earliest creation time, inclusive. */
  readonly from?: Date | undefined;
  /** The end of the creation times, exclusive. */
  readonly before?: Date | undefined;
  /** The earliest confirmation time, inclusive. */
  readonly confirmedFrom?: Date | undefined;
  /** The end of the confirmation times, exclusive. */
  readonly confirmedBefore?: Date | undefined;
  /** The webhook endpoint to which an event of the payment was sent. */
  readonly endpointId?: string | undefined;
  /** The whole reference. */
  readonly reference?: string | undefined;
  /** The customer's key: the reference, or else the e-mail address or the name. */
  readonly customer?: string | undefined;
  /** The id of another payment of the same customer. */
  readonly customerOf?: string | undefined;
  /** A matching payment has all of these values. */
  readonly metadata?: Metadata | undefined;
  /**
   * The start of a payment id or txid, a whole address, a price, part of a reference, or words of
   * the metadata, description, note or customer.
   */
  readonly text?: string | undefined;
}

/**
 * Returns the filter's condition on `payment`, without the owner and the network, which
 * `searchedKeys` applies. Only the inbox and the customers of the actor are searched.
 */
export function paymentCondition(db: Db, actor: Actor, filter: PaymentFilter): SQL | undefined {
  const text = filter.text?.trim();
  return and(
    filter.ids ? inArray(payment.id, [...filter.ids]) : undefined,
    filter.filter === 'verified' ? eq(payment.status, 'confirmed') : undefined,
    filter.filter === 'unverified' ? ne(payment.status, 'confirmed') : undefined,
    filter.statuses?.length ? inArray(payment.status, [...filter.statuses]) : undefined,
    filter.flags?.length ? arrayOverlaps(payment.flags, [...filter.flags]) : undefined,
    filter.webhookFailed ? exists(failedDelivery(db)) : undefined,
    workCondition(db, actor, filter),
    filter.paymentLinkId ? eq(payment.paymentLinkId, filter.paymentLinkId) : undefined,
    filter.minSats === undefined ? undefined : gte(payment.amountSats, sql`${filter.minSats}`),
    filter.maxSats === undefined ? undefined : lte(payment.amountSats, sql`${filter.maxSats}`),
    filter.from ? gte(payment.createdAt, filter.from) : undefined,
    filter.before ? lt(payment.createdAt, filter.before) : undefined,
    confirmedCondition(filter),
    filter.endpointId ? exists(deliveryTo(db, filter.endpointId)) : undefined,
    filter.reference === undefined ? undefined : eq(payment.reference, filter.reference),
    filter.customer === undefined ? undefined : isCustomer(filter.customer),
    filter.customerOf
      ? eq(payment.customerKey, sameCustomer(db, actor, filter.customerOf))
      : undefined,
    filter.metadata ? inArray(payment.id, paymentIdsByMetadata(db, filter.metadata)) : undefined,
    text ? textCondition(db, text) : undefined,
  );
}

/** Matches the payments after a list position. The first part lets PostgreSQL use the index. */
export function isAfterCursor({ createdAt, id }: PaymentCursor): SQL | undefined {
  return and(
    lte(payment.createdAt, createdAt),
    or(lt(payment.createdAt, createdAt), gt(payment.id, id)),
  );
}

function workCondition(db: Db, actor: Actor, filter: PaymentFilter): SQL | undefined {
  const { workState, workReasons: reasons } = filter;
  if (!workState && !reasons?.length) return undefined;
  const state = workState ?? 'open';
  return sql`${payment.id} in (select payment_id from ${inboxEntriesSql(db, actor, { state, reasons })})`;
}

/** Stored e-mail addresses are in lower case. */
function isCustomer(key: string): SQL | undefined {
  return inArray(payment.customerKey, [key, normalizeEmail(key)]);
}

/** The customer key of a payment, if the actor may see the payment. */
function sameCustomer(db: Db, actor: Actor, paymentId: string) {
  const known = alias(payment, 'known');
  const isVisible = inArray(known.apiKeyId, keysVisibleTo(db, actor));
  const found = db
    .select({ key: known.customerKey })
    .from(known)
    .where(and(eq(known.id, paymentId), isVisible));
  return sql`(${found})`;
}

function confirmedCondition({ confirmedFrom, confirmedBefore }: PaymentFilter): SQL | undefined {
  if (!confirmedFrom && !confirmedBefore) return undefined;
  return and(
    // The status is a literal, not a parameter, so that the planner can use the partial index.
    sql`${payment.status} = 'confirmed'`,
    confirmedFrom && gte(payment.confirmedAt, confirmedFrom),
    confirmedBefore && lt(payment.confirmedAt, confirmedBefore),
  );
}

function deliveryTo(db: Db, endpointId: string) {
  return db
    .select({ one: sql`1` })
    .from(delivery)
    .innerJoin(
      webhookEndpoint,
      and(
        eq(webhookEndpoint.merchantId, delivery.merchantId),
        eq(webhookEndpoint.url, delivery.url),
      ),
    )
    .where(and(eq(delivery.paymentId, payment.id), eq(webhookEndpoint.id, endpointId)));
}

function failedDelivery(db: Db) {
  return db
    .select({ one: sql`1` })
    .from(delivery)
    .where(and(eq(delivery.paymentId, payment.id), eq(delivery.status, 'failed')));
}

/**
 * Matches payments by the form of a text: an id by its prefix, an address by its checksum, a txid
 * by its length, a price by its currency sign. Other text is searched for in references, metadata,
 * descriptions, notes and customers.
 */
function textCondition(db: Db, text: string): SQL | undefined {
  if (/^pay_\w*$/.test(text)) return like(payment.id, beginning(text));
  const script = scriptOf(text.replace(/^bitcoin:/i, '').replace(/\?.*$/, ''));
  if (script) return and(eq(payment.script, script), inArray(payment.network, [...NETWORKS]));
  const price = readPriceText(text);
  // Letters of a currency may also begin a reference, such as "R 12" or "TOP 10", so the references
  // are searched too unless the text has a currency sign.
  if (price?.currencies && /\p{Sc}/u.test(text)) return hasPrice(price);
  const isTxid = /^[0-9a-f]{64}$/i.test(text);
  const byWords = paymentIdsByWords(db, text);
  return or(
    isTxid ? undefined : hasReference(text),
    byWords && inArray(payment.id, byWords),
    price && hasPrice(price),
    /^[0-9a-f]{4,64}$/i.test(text) ? inArray(payment.id, paidBy(db, text)) : undefined,
  );
}

/**
 * Matches references in several notations: "Order #4711" also finds "Order 4711", "#4711" and
 * "4711".
 */
function hasReference(text: string): SQL | undefined {
  const plain = text.replaceAll('#', '').replace(/\s+/g, ' ').trim();
  if (plain === '') return sql`false`;
  const number = /^\p{L}+\.?\s+(\S*\d\S*)$/u.exec(plain)?.[1];
  return or(
    ilike(sql`translate(${payment.reference}, '#', '')`, `%${escapeLike(plain)}%`),
    number === undefined ? undefined : inArray(payment.reference, [number, `#${number}`]),
  );
}

function hasPrice({ amounts, currencies }: ParsedPriceText): SQL | undefined {
  return and(
    isNotNull(payment.price),
    inArray(priceAmount(payment.price), [...amounts]),
    currencies && inArray(sql`${payment.price} ->> 'currency'`, [...currencies]),
  );
}

/** Returns undefined if the text is not an address of any network. */
function scriptOf(text: string): string | undefined {
  for (const network of NETWORKS) {
    try {
      return addressToScript(text, network);
    } catch (error) {
      if (!(error instanceof AddressError)) throw error;
    }
  }
  return undefined;
}

/** Finds payments that received an output of the transaction, even if it was replaced. */
function paidBy(db: Db, txid: string) {
  return db
    .select({ id: output.paymentId })
    .from(output)
    .where(like(output.txid, beginning(txid.toLowerCase())));
}

const beginning = (text: string) => `${escapeLike(text)}%`;
