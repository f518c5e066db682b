import { asc } from 'drizzle-orm';
import { openDatabase } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { payment, paymentChange } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import type { TestNode } from '@/test/support/bitcoind';
import { type TestKey, testVault } from '@/test/support/factories';
import type { ShopBackend } from './client';
import { deriveOnNode, type Facts, readFacts } from './facts';
import type { Arrival } from './hooks';
import { type Listed, listAll } from './listed';
import type { Notebook } from './notebook';

/**
 * The input of the audit: observations of clients, receivers and the node, and the stored records.
 */
export interface Evidence extends Records, Listed, Readonly<Omit<Notebook, 'retries'>> {
  /** When gathering began. */
  readonly now: Date;
  readonly arrivals: readonly Arrival[];
  /** The URL of the added endpoint. */
  readonly endpointUrl: string;
  readonly facts: Facts;
  /** Visits that the servers could not count, according to their logs. */
  readonly uncountedVisits: number;
  readonly walletAddresses: readonly string[];
}

type Records = Awaited<ReturnType<typeof readRecords>>;

export async function gatherEvidence(
  seen: Omit<Notebook, 'retries'> & Pick<Evidence, 'arrivals' | 'endpointUrl' | 'uncountedVisits'>,
  from: { url: string; node: TestNode; client: ShopBackend; key: TestKey },
): Promise<Evidence> {
  const now = new Date();
  const facts = await readFacts(from.node);
  const records = await readRecords(from.url);
  const indexes = records.payments.map((row) => row.derivationIndex ?? 0);
  const { descriptor } = from.key;
  return {
    ...seen,
    ...records,
    ...(await listAll(from.client)),
    now,
    facts,
    walletAddresses: await deriveOnNode(from.node, bare(descriptor), Math.max(0, ...indexes) + 1),
  };
}

/** Strips the checksum: the node computes its own. */
const bare = (descriptor: string) => descriptor.split('#')[0] ?? '';

async function readRecords(url: string) {
  const { db, close } = openDatabase(url, 4);
  try {
    const secrets = await db.select().from(signingSecret);
    return {
      payments: await db.select().from(payment),
      confirmationRates: await db.select().from(confirmationRate),
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
