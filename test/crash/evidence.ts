import { asc } from 'drizzle-orm';
import { openDatabase } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { payment, paymentChange } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { refund } from '@/db/schema/refunds';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import type { RefundResponse } from '@/lib/http/refunds/refund-response';
import type { TestNode } from '@/test/support/bitcoind';
import { type TestKey, testVault } from '@/test/support/factories';
import { type ApiListing, listAll, listRefunds } from './api-listing';
import type { ShopBackend } from './client';
import type { ClientResponses, Invoice } from './client-responses';
import { deriveAddressesOnNode, type NodeFacts, readNodeFacts } from './facts';
import type { Plugin, Store } from './plugin';
import type { WebhookArrival } from './webhook-receivers';

/**
 * The input of the audit: what the clients, the receivers and the node saw, and the database's
 * content.
 */
export interface Evidence extends Records, ApiListing, Readonly<Omit<ClientResponses, 'retries'>> {
  /** The rows of the plugin's store. The other fields do not include these. */
  readonly store: StoreEvidence;
  readonly now: Date;
  readonly arrivals: readonly WebhookArrival[];
  readonly endpointUrl: string;
  readonly facts: NodeFacts;
  readonly listedRefunds: readonly RefundResponse[];
  /** The number of visits that the servers could not count, according to their logs. */
  readonly uncountedVisits: number;
  readonly walletAddresses: readonly string[];
}

export interface StoreEvidence
  extends Store,
    Omit<Records, 'secrets' | 'confirmationRates' | 'refundRows'> {
  readonly invoices: readonly Invoice[];
  readonly arrivals: readonly WebhookArrival[];
}

type Records = ReturnType<typeof recordsOf>;

export async function gatherEvidence(
  seen: Omit<ClientResponses, 'retries'> &
    Pick<Evidence, 'arrivals' | 'endpointUrl' | 'uncountedVisits'> & {
      readonly storeArrivals: readonly WebhookArrival[];
    },
  from: {
    url: string;
    node: TestNode;
    client: ShopBackend;
    key: TestKey;
    plugin: Plugin;
    store: Store;
  },
): Promise<Evidence> {
  const now = new Date();
  const facts = await readNodeFacts(from.node);
  const all = await readRecords(from.url);
  const records = recordsOf(all, from.key.id);
  const indexes = records.payments.map((row) => row.derivationIndex ?? 0);
  const { descriptor } = from.key;
  const { storeArrivals, ...others } = seen;
  const ofStore = { invoices: await from.plugin.list(), arrivals: storeArrivals };
  return {
    ...others,
    ...records,
    ...(await listAll(from.client)),
    listedRefunds: await listRefunds(from.client, records.refundRows),
    store: { ...from.store, ...recordsOf(all, from.store.id), ...ofStore },
    now,
    facts,
    walletAddresses: await deriveAddressesOnNode(
      from.node,
      bare(descriptor),
      Math.max(0, ...indexes) + 1,
    ),
  };
}

/** Removes the checksum, because the node adds its own. */
const bare = (descriptor: string) => descriptor.split('#')[0] ?? '';

function recordsOf(all: Awaited<ReturnType<typeof readRecords>>, apiKeyId: string) {
  const isOwn = (row: { readonly apiKeyId: string }) => row.apiKeyId === apiKeyId;
  const payments = all.payments.filter(isOwn);
  const deliveries = all.deliveries.filter(isOwn);
  const [ids, sent] = [payments, deliveries].map((rows) => new Set(rows.map(({ id }) => id)));
  return {
    payments,
    deliveries,
    confirmationRates: all.confirmationRates.filter(({ paymentId }) => ids?.has(paymentId)),
    refundRows: all.refundRows.filter(({ paymentId }) => ids?.has(paymentId)),
    changes: all.changes.filter(({ paymentId }) => ids?.has(paymentId)),
    events: all.events.filter(isOwn),
    attempts: all.attempts.filter(({ deliveryId }) => sent?.has(deliveryId)),
    secrets: all.secrets,
  };
}

async function readRecords(url: string) {
  const { db, close } = openDatabase(url, 4);
  try {
    const secrets = await db.select().from(signingSecret);
    return {
      payments: await db.select().from(payment),
      confirmationRates: await db.select().from(confirmationRate),
      refundRows: await db.select().from(refund),
      changes: await db.select().from(paymentChange).orderBy(asc(paymentChange.id)),
      events: await db.select().from(webhookEvent).orderBy(asc(webhookEvent.sequence)),
      deliveries: await db.select().from(delivery),
      attempts: await db.select().from(deliveryAttempt),
      secrets: secrets.map(({ ownerId, ciphertext }) => testVault.open(ciphertext, ownerId)),
    };
  } finally {
    await close();
  }
}
