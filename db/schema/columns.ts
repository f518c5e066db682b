import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, text, timestamp } from 'drizzle-orm/pg-core';
import type { Sats } from '@/lib/domain/sats';

/** A timestamp with millisecond precision, like JavaScript's. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * A keyed hash of the row's values that decide about money (lib/keys/seal.ts). A row that the
 * server did not write has an empty seal, which never matches.
 */
export const sealColumn = () => text('seal').notNull().default('');

export const idOf = (name: string, id: () => AnyPgColumn) => text(name).notNull().references(id);

export const satsColumn = (name: string) => bigint(name, { mode: 'number' }).$type<Sats>();

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});

export function isOneOf(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${quotedList(words)})`;
}

export function hasOnly(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} <@ array[${quotedList(words)}]::text[]`;
}

/** Writes constants of this code as SQL literals, so that the planner can match partial indexes. */
export const quotedList = (words: readonly string[]) =>
  sql.raw(words.map((word) => `'${word}'`).join(', '));

/** SQL for a price's amount as a number, so that a search for 49.9 also finds 49.90. */
export const priceAmount = (price: AnyPgColumn) => sql`((${price} ->> 'amount')::numeric)`;
