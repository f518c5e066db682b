import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import {
  greenfieldInvoice,
  greenfieldKey,
  greenfieldWebhook,
  type ManualStatus,
} from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import type { Actor } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { parseUrl } from '@/lib/domain/parse-url';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { detectPlugin } from '../find-plugin';
import { PERMISSIONS } from '../permissions';

export interface Pairing {
  readonly id: string;
  readonly label: string;
  /** The plugin's id in `PLUGINS`. */
  readonly plugin: string;
  /** The host that the key was sent to; null for a key that was copied by hand. */
  readonly host: string | null;
  readonly store: { readonly id: string; readonly name: string; readonly network: Network };
  readonly prefix: string;
  readonly may: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastError: { readonly at: Date; readonly text: string } | null;
  readonly webhooks: readonly string[];
  /** The plugin's newest invoice; null if none is among the store's newest 1,000 payments. */
  readonly lastOrder: LastOrder | null;
  /** The number of invoices whose status the plugin set by hand, and the last of them. */
  readonly marked: Marked | null;
}

interface LastOrder {
  readonly id: string;
  readonly reference: string | null;
  readonly createdAt: Date;
}

interface Marked {
  readonly count: number;
  readonly paymentId: string;
  readonly mark: ManualStatus;
  readonly at: Date;
}

/** Returns the plugins that the actor's merchant has connected, newest first. */
export async function listPairings(db: Db, actor: Actor): Promise<Pairing[]> {
  const rows = await readRows(db, actor);
  const webhooks = await db
    .select({ apiKeyId: greenfieldWebhook.apiKeyId, url: greenfieldWebhook.url })
    .from(greenfieldWebhook)
    .where(
      inArray(
        greenfieldWebhook.apiKeyId,
        rows.map(({ store }) => store.id),
      ),
    )
    .orderBy(greenfieldWebhook.url);
  const hosts = rows.map(({ row, store }) => ({ store: store.id, host: hostOf(row.redirectUrl) }));
  return rows.map(({ row, store, lastOrder, marked }) => {
    const host = hostOf(row.redirectUrl);
    const others = hosts.filter((one) => one.store === store.id && one.host !== host);
    return {
      id: row.id,
      label: row.label,
      plugin: detectPlugin(row).id,
      host,
      store,
      prefix: row.prefix,
      may: Object.entries(PERMISSIONS).flatMap(([name, words]) =>
        row.permissions.includes(name) ? [words] : [],
      ),
      createdAt: row.createdAt,
      lastUsedAt: row.lastUsedAt,
      lastError: row.lastError && { at: new Date(row.lastError.at), text: row.lastError.text },
      // Several shops may share a store, so webhooks at the hosts of other shops are left out.
      webhooks: webhooks
        .filter(({ apiKeyId }) => apiKeyId === store.id)
        .filter(({ url }) => others.every((one) => one.host !== hostOf(url)))
        .map(({ url }) => url),
      lastOrder,
      marked: marked && { ...marked, at: new Date(marked.at) },
    };
  });
}

const hostOf = (url: string | null) => parseUrl(url ?? '')?.host ?? null;

/** Only this many of a store's newest payments are searched for a plugin's last order. */
const RECENT = 1_000;

function readRows(db: Db, actor: Actor) {
  const recent = db
    .select({ id: payment.id, reference: payment.reference, createdAt: payment.createdAt })
    .from(payment)
    .where(eq(payment.apiKeyId, apiKey.id))
    .orderBy(desc(payment.createdAt))
    .limit(RECENT)
    .as('recent');
  const lastOrder = db
    .select({ id: recent.id, reference: recent.reference, createdAt: recent.createdAt })
    .from(recent)
    .innerJoin(greenfieldInvoice, eq(greenfieldInvoice.paymentId, recent.id))
    .where(eq(greenfieldInvoice.createdBy, greenfieldKey.id))
    .orderBy(desc(recent.createdAt))
    .limit(1)
    .as('last_order');
  const { paymentId, mark, markedAt, markedBy } = greenfieldInvoice;
  const marked = db
    .select({
      count: sql<number>`count(*) over ()`.mapWith(Number).as('marks'),
      paymentId,
      mark: sql<ManualStatus>`${mark}`.as('mark'),
      at: sql<Date>`${markedAt}`.mapWith(markedAt).as('at'),
    })
    .from(greenfieldInvoice)
    .where(eq(markedBy, greenfieldKey.id))
    .orderBy(desc(markedAt))
    .limit(1)
    .as('marked');
  return db
    .select({
      row: greenfieldKey,
      store: { id: apiKey.id, name: apiKey.name, network: apiKey.network },
      lastOrder: {
        id: lastOrder.id,
        reference: lastOrder.reference,
        createdAt: lastOrder.createdAt,
      },
      marked: {
        count: marked.count,
        paymentId: marked.paymentId,
        mark: marked.mark,
        at: marked.at,
      },
    })
    .from(greenfieldKey)
    .innerJoin(apiKey, eq(apiKey.id, greenfieldKey.apiKeyId))
    .leftJoinLateral(lastOrder, sql`true`)
    .leftJoinLateral(marked, sql`true`)
    .where(and(isKeyVisibleTo(actor), isNull(greenfieldKey.revokedAt)))
    .orderBy(desc(greenfieldKey.createdAt), desc(greenfieldKey.id));
}
