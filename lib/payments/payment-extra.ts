import { and, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { recordset } from '@/db/recordset';
import { paymentExtra } from '@/db/schema/extras';
import type { Customer } from '@/lib/domain/customer';
import { type Metadata, searchWords } from '@/lib/domain/metadata';

/** The data that the shop, or the customer of a link, stores with a payment. It never changes. */
export type PaymentExtra = Readonly<Omit<typeof paymentExtra.$inferSelect, 'paymentId' | 'words'>>;

export const NO_EXTRA: PaymentExtra = {
  metadata: null,
  description: null,
  payerNote: null,
  locale: null,
  returnUrl: null,
  returnAutomatically: false,
  noFollowUps: false,
};

/** Extras by payment id; payments without extras are omitted. */
export type Extras = ReadonlyMap<string, PaymentExtra>;

const { words: _, ...columns } = getTableColumns(paymentExtra);
/**
 * The columns of an extra. The first is never null: a null there means that a join found no extra.
 */
export const extraColumns = columns;

export async function insertExtras(
  tx: Db,
  extras: readonly (PaymentExtra & {
    readonly paymentId: string;
    readonly customer: Customer | null;
  })[],
): Promise<void> {
  const rows = extras.map((extra) => ({ ...extra, words: wordsOf(extra) }));
  await insertRows(tx, { extras: given.json(rows) });
}

const given = recordset(paymentExtra, 'extras');
const insertRows = prepared(sql`
  insert into ${paymentExtra} (${given.names}) select ${given.names} from ${given.rows} e`);

/**
 * Returns the words by which an extra can be found, as the text of a tsvector; null if it has none.
 * Words of the customer have weight A, words of the note B, and words of the shop's data D. Each
 * word has its own position, because PostgreSQL keeps only a position's highest weight.
 */
function wordsOf(
  extra: Pick<PaymentExtra, 'metadata' | 'description' | 'payerNote'> & {
    readonly customer: Customer | null;
  },
): string | null {
  const { metadata, description, payerNote, customer } = extra;
  const words = [
    ...weighted('1A', Object.values(customer ?? {})),
    ...weighted('2B', [payerNote]),
    ...weighted('3D', [...Object.values(metadata ?? {}), description]),
  ];
  return words.length > 0 ? words.join(' ') : null;
}

function weighted(place: string, texts: readonly (string | null)[]): string[] {
  return searchWords(texts.join('\n')).map((word) => `'${word}':${place}`);
}

const selected = sql.join(
  Object.entries(columns).map(
    ([key, { name }]) => sql`${sql.identifier(name)} as ${sql.identifier(key)}`,
  ),
  sql`, `,
);
const findExtras = prepared<PaymentExtra & { readonly paymentId: string }>(sql`
  select ${selected} from ${paymentExtra} where payment_id = any(${sql.placeholder('ids')}::text[])`);

/** Returns the extras of these payments. Needs no lock, since extras never change. */
export async function readExtras(db: Db, ids: readonly string[]): Promise<Extras> {
  const rows = await findExtras(db, { ids });
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/**
 * Minimum length of a word that also matches the beginnings of words. A shorter word matches only
 * whole words.
 */
const MIN_BEGINNING = 3;

/**
 * Returns the ids of all merchants' payments that have every word of a text in their metadata,
 * description, note or customer, as a whole word or the beginning of one; undefined for a text
 * without words.
 *
 * @param where `customer` to search only customers
 */
export function foundByWords(db: Db, text: string, where: 'all' | 'customer' = 'all') {
  const words = searchWords(text);
  if (words.length === 0) return undefined;
  const weight = where === 'customer' ? 'A' : '';
  const query = words
    .map((word) => `'${word}':${[...word].length < MIN_BEGINNING ? '' : '*'}${weight}`)
    .join(' & ');
  return db
    .select({ id: paymentExtra.paymentId })
    .from(paymentExtra)
    .where(sql`${paymentExtra.words} @@ ${query}::tsquery`);
}

/** Returns the ids of all merchants' payments that have all of these metadata values. */
export function withMetadata(db: Db, metadata: Metadata) {
  const values = Object.entries(metadata).map(
    ([name, value]) => sql`${paymentExtra.metadata} ->> ${name}::text = ${value}`,
  );
  // The index finds the few payments that have all of the words. Their values are then compared.
  const words = searchWords(Object.values(metadata).join('\n')).map((word) => `'${word}'`);
  const indexed =
    words.length > 0 ? sql`${paymentExtra.words} @@ ${words.join(' & ')}::tsquery` : undefined;
  return db
    .select({ id: paymentExtra.paymentId })
    .from(paymentExtra)
    .where(and(indexed, ...values));
}
