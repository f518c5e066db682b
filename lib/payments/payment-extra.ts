import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { paymentExtra } from '@/db/schema/extras';
import type { Language } from '@/lib/domain/language';
import { type Metadata, searchWords } from '@/lib/domain/metadata';

/** What the shop, or the payer of a link, says with a payment. It never changes. */
export interface PaymentExtra {
  /** For the shop itself: never on the payer's page. */
  readonly metadata: Metadata | null;
  /** For the payer; may have several lines. */
  readonly description: string | null;
  /** What the payer said on the page of a link; for the shop. */
  readonly payerNote: string | null;
  /** The language of the payer's page; null to follow the browser. */
  readonly locale: Language | null;
  /** As given, with its placeholder: see `returnLink`. */
  readonly returnUrl: string | null;
  /** Whether the page returns by itself after it was seen to be paid. */
  readonly returnAutomatically: boolean;
}

/** Extras by the ids of their payments; without the payments that have none. */
export type Extras = ReadonlyMap<string, PaymentExtra>;

const { words: _, ...columns } = getTableColumns(paymentExtra);
/** What is read of an extra; begins with a column that is never null, as an outer join needs. */
export const extraColumns = columns;

/** The extras of these payments in the form that {@link KEEP_EXTRAS} reads. */
export function extrasJson(extras: Extras, payments: readonly { readonly id: string }[]): string {
  const found = payments.flatMap(({ id }) => {
    const extra = extras.get(id);
    if (!extra) return [];
    const values = Object.values(extra.metadata ?? {});
    return {
      payment_id: id,
      metadata: extra.metadata,
      words: extra.metadata && searchWords(values.join('\n')),
      description: extra.description,
      payer_note: extra.payerNote,
      locale: extra.locale,
      return_url: extra.returnUrl,
      return_automatically: extra.returnAutomatically,
    };
  });
  return JSON.stringify(found);
}

/** Part of a statement that inserts payments, after `inserted`, which has their ids. */
export const KEEP_EXTRAS = sql`
  kept as (
    insert into ${paymentExtra} (payment_id, metadata, words, description, payer_note, locale,
      return_url, return_automatically)
    select e.payment_id, e.metadata, array_to_tsvector(e.words), e.description, e.payer_note,
      e.locale, e.return_url, e.return_automatically
    from json_to_recordset(${sql.placeholder('extras')}::json) as e(payment_id text, metadata json,
      words text[], description text, payer_note text, locale text, return_url text,
      return_automatically boolean)
    join inserted on inserted.id = e.payment_id
  ),`;

const findExtras = prepared<PaymentExtra & { readonly paymentId: string }>(sql`
  select payment_id as "paymentId", metadata, description, payer_note as "payerNote", locale,
    return_url as "returnUrl",
    return_automatically as "returnAutomatically"
  from ${paymentExtra} where payment_id = any(${sql.placeholder('ids')}::text[])`);

/** The extras of these payments. Needs no lock, since they never change. */
export async function readExtras(db: Db, ids: readonly string[]): Promise<Extras> {
  const rows = await findExtras(db, { ids });
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** The shortest beginning by which a word is found; shorter ones only find themselves. */
const SHORTEST_BEGINNING = 3;

/**
 * The ids of the payments, of whatever merchant, that have every word of a text in their metadata's
 * values, whole or at the beginning of a word; undefined for a text without words.
 */
export function foundByMetadata(db: Db, text: string) {
  const words = searchWords(text);
  if (words.length === 0) return undefined;
  const query = words
    .map((word) => `'${word}'${[...word].length < SHORTEST_BEGINNING ? '' : ':*'}`)
    .join(' & ');
  return db
    .select({ id: paymentExtra.paymentId })
    .from(paymentExtra)
    .where(sql`${paymentExtra.words} @@ ${query}::tsquery`);
}
