import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { greenfieldKey } from '@/db/schema/greenfield';
import type { Actor } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { parseUrl } from '@/lib/domain/parse-url';
import { visibleTo } from '@/lib/keys/key-conditions';
import { pluginOf } from '../find-plugin';
import { PERMISSIONS } from '../permissions';

/** A plugin that has a key to a store. */
export interface Pairing {
  readonly id: string;
  readonly label: string;
  /** The id of a plugin in the table of plugins. */
  readonly plugin: string;
  /** The host that the key was sent to; null for a key that was copied by hand. */
  readonly host: string | null;
  readonly store: { readonly id: string; readonly name: string; readonly network: Network };
  readonly prefix: string;
  /** What the key may do, in words. */
  readonly may: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastError: { readonly at: Date; readonly text: string } | null;
}

/** The plugins that the actor's merchant has connected, newest first. */
export async function listPairings(db: Db, actor: Actor): Promise<Pairing[]> {
  const rows = await db
    .select({
      row: greenfieldKey,
      store: { id: apiKey.id, name: apiKey.name, network: apiKey.network },
    })
    .from(greenfieldKey)
    .innerJoin(apiKey, eq(apiKey.id, greenfieldKey.apiKeyId))
    .where(and(visibleTo(actor), isNull(greenfieldKey.revokedAt)))
    .orderBy(desc(greenfieldKey.createdAt), desc(greenfieldKey.id));
  return rows.map(({ row, store }) => ({
    id: row.id,
    label: row.label,
    plugin: pluginOf(row).id,
    host: parseUrl(row.redirectUrl ?? '')?.host ?? null,
    store,
    prefix: row.prefix,
    may: Object.entries(PERMISSIONS).flatMap(([name, words]) =>
      row.permissions.includes(name) ? [words] : [],
    ),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    lastError: row.lastError && { at: new Date(row.lastError.at), text: row.lastError.text },
  }));
}
