import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { recordset } from '@/db/recordset';
import { paymentExtra } from '@/db/schema/extras';
import { searchWords } from '@/lib/domain/metadata';

/** What the shop, or the customer of a link, says with a payment. It never changes. */
export type PaymentExtra = Readonly<Omit<typeof paymentExtra.$inferSelect, 'paymentId' | 'words'>>;

/** Extras by the ids of their payments; without the payments that have none. */
export type Extras = ReadonlyMap<string, PaymentExtra>;

const { words: _, ...columns } = getTableColumns(paymentExtra);
/** What is read of an extra; begins with a column that is never null, as an outer join needs. */
export const extraColumns = columns;

/** Inserts extras of payments of the same transaction. */
export async function insertExtras(
  tx: Db,
  extras: readonly (PaymentExtra & { readonly paymentId: string })[],
): Promise<void> {
  const rows = extras.map((extra) => ({ ...extra, words: wordsOf(extra) }));
  await insertRows(tx, { extras: given.json(rows) });
}

const given = recordset(paymentExtra, 'extras');
const insertRows = prepared(sql`
  insert into ${paymentExtra} (${given.names}) select ${given.names} from ${given.rows} e`);

/** As the text of a tsvector. */
function wordsOf({ metadata }: PaymentExtra): string | null {
  if (!metadata) return null;
  const words = searchWords(Object.values(metadata).join('\n'));
  return words.map((word) => `'${word}'`).join(' ');
}

const selected = sql.join(
  Object.entries(columns).map(
    ([key, { name }]) => sql`${sql.identifier(name)} as ${sql.identifier(key)}`,
  ),
  sql`, `,
);
const findExtras = prepared<PaymentExtra & { readonly paymentId: string }>(sql`
  select ${selected} from ${paymentExtra} where payment_id = any(${sql.placeholder('ids')}::text[])`);

/** The extras of these payments. Needs no lock, since they never change. */
export async function readExtras(db: Db, ids: readonly string[]): Promise<Extras> {
  const rows = await findExtras(db, { ids });
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** The shortest beginning by which a word is found; shorter ones only find themselves. */
const MIN_BEGINNING = 3;

/**
 * The ids of the payments, of whatever merchant, that have every word of a text in their metadata's
 * values, whole or at the beginning of a word; undefined for a text without words.
 */
export function foundByMetadata(db: Db, text: string) {
  const words = searchWords(text);
  if (words.length === 0) return undefined;
  const query = words
    .map((word) => `'${word}'${[...word].length < MIN_BEGINNING ? '' : ':*'}`)
    .join(' & ');
  return db
    .select({ id: paymentExtra.paymentId })
    .from(paymentExtra)
    .where(sql`${paymentExtra.words} @@ ${query}::tsquery`);
}
