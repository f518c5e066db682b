import { and, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { recordset } from '@/db/recordset';
import { paymentExtra } from '@/db/schema/extras';
import type { Customer } from '@/lib/domain/customer';
import { type Metadata, toSearchWords } from '@/lib/domain/metadata';

/** What the shop, or a link's customer, stores with a payment. It never changes. */
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

/** By payment id; payments without extras are omitted. */
export type Extras = ReadonlyMap<string, PaymentExtra>;

const { words: _, ...columns } = getTableColumns(paymentExtra);
/** The first column is never null: a null there means that a join found no extra. */
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
const insertRows = prepareStatement(sql`
  insert into ${paymentExtra} (${given.names}) select ${given.names} from ${given.rows} e`);

/**
 * Returns the search words as the text of a tsvector; null without any. Words of the customer have
 * weight A, of the note B, of the shop's data D. Each weight has its own position, because
 * PostgreSQL keeps only a position's highest weight.
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
  return toSearchWords(texts.join('\n')).map((word) => `'${word}':${place}`);
}

const selected = sql.join(
  Object.entries(columns).map(
    ([key, { name }]) => sql`${sql.identifier(name)} as ${sql.identifier(key)}`,
  ),
  sql`, `,
);
const findExtras = prepareStatement<PaymentExtra & { readonly paymentId: string }>(sql`
  select ${selected} from ${paymentExtra} where payment_id = any(${sql.placeholder('ids')}::text[])`);

/** Needs no lock, because extras never change. */
export async function readExtras(db: Db, ids: readonly string[]): Promise<Extras> {
  const rows = await findExtras(db, { ids });
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** A shorter search word matches only whole words, not their beginnings. */
const MIN_BEGINNING = 3;

/**
 * Selects the ids of payments, of all merchants, that contain each word of a text, as a whole word
 * or as the beginning of a word; undefined for a text without words.
 *
 * @param where `customer` to search only the customer's details
 */
export function paymentIdsByWords(db: Db, text: string, where: 'all' | 'customer' = 'all') {
  const words = toSearchWords(text);
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

/** Selects the ids of payments, of all merchants, that have all of these metadata values. */
export function paymentIdsByMetadata(db: Db, metadata: Metadata) {
  const values = Object.entries(metadata).map(
    ([name, value]) => sql`${paymentExtra.metadata} ->> ${name}::text = ${value}`,
  );
  // The index finds the few payments with all words; then their values are compared.
  const words = toSearchWords(Object.values(metadata).join('\n')).map((word) => `'${word}'`);
  const indexed =
    words.length > 0 ? sql`${paymentExtra.words} @@ ${words.join(' & ')}::tsquery` : undefined;
  return db
    .select({ id: paymentExtra.paymentId })
    .from(paymentExtra)
    .where(and(indexed, ...values));
}
