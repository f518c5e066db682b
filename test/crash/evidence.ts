import { asc } from 'drizzle-orm';
import { openDatabase } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { payment, paymentChange } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { delivery, deliveryAttempt, webhookEvent } from '@/db/schema/webhooks';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import type { TestNode } from '@/test/support/bitcoind';
import { type TestKey, testVault } from '@/test/support/factories';
import type { ShopBackend } from './client';
import { deriveOnNode, type Facts, readFacts } from './facts';
import type { Arrival } from './hooks';
import type { Acknowledged } from './notebook';

/**
 * The input of the audit: observations of clients, receivers and the node, and the stored records.
 */
export interface Evidence extends Records {
  /** When gathering began. */
  readonly now: Date;
  readonly acknowledged: readonly Acknowledged[];
  readonly arrivals: readonly Arrival[];
  readonly facts: Facts;
  /** The payments listed by the API, and its totals by filter. */
  readonly listed: readonly PaymentAnswer[];
  readonly totals: Readonly<Record<'all' | 'verified' | 'unverified', number>>;
  /** The ids of the events as the API lists them. */
  readonly listedEvents: readonly string[];
  /** The wallet's addresses, ordered by index. */
  readonly walletAddresses: readonly string[];
}

type Records = Awaited<ReturnType<typeof readRecords>>;

export async function gatherEvidence(
  seen: Pick<Evidence, 'acknowledged' | 'arrivals'>,
  from: { url: string; node: TestNode; client: ShopBackend; key: TestKey },
): Promise<Evidence> {
  const now = new Date();
  const facts = await readFacts(from.node);
  const records = await readRecords(from.url);
  const indexes = records.payments.map((row) => row.derivationIndex ?? 0);
  const { descriptor } = from.key.actor;
  return {
    ...seen,
    ...records,
    ...(await listAll(from.client)),
    listedEvents: await listEvents(from.client),
    now,
    facts,
    walletAddresses: await deriveOnNode(from.node, bare(descriptor), Math.max(0, ...indexes) + 1),
  };
}

/** Without its checksum: the node computes its own. */
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
      secrets: secrets.map(({ apiKeyId, ciphertext }) => testVault.open(ciphertext, apiKeyId)),
    };
  } finally {
    await close();
  }
}

interface Page {
  readonly data: readonly PaymentAnswer[];
  readonly pagination: { readonly total: number; readonly has_more: boolean };
}

const PAGE = 100;

async function listAll(client: ShopBackend): Promise<Pick<Evidence, 'listed' | 'totals'>> {
  const to = Math.floor(Date.now() / 1_000) + 60;
  const page = (filter: string, offset: number) =>
    client.get<Page>(
      `/v1/btc/payments?from=0&to=${to}&filter=${filter}&limit=${PAGE}&offset=${offset}`,
    );
  const listed: PaymentAnswer[] = [];
  for (let more = true; more; ) {
    const { data, pagination } = await page('all', listed.length);
    listed.push(...data);
    more = pagination.has_more;
  }
  const total = async (filter: string) => (await page(filter, 0)).pagination.total;
  return {
    listed,
    totals: {
      all: await total('all'),
      verified: await total('verified'),
      unverified: await total('unverified'),
    },
  };
}

interface EventPage {
  readonly data: readonly { readonly id: string }[];
  readonly pagination: { readonly has_more: boolean };
}

async function listEvents(client: ShopBackend): Promise<string[]> {
  const ids: string[] = [];
  for (let more = true; more; ) {
    const after = ids.length > 0 ? `&after=${ids.at(-1)}` : '';
    const page = await client.get<EventPage>(`/v1/events?limit=${PAGE}${after}`);
    ids.push(...page.data.map(({ id }) => id));
    more = page.pagination.has_more;
  }
  return ids;
}
