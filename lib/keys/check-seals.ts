import { asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { alteredRow, apiKey, apiKeySecret, merchantWallet, wallet } from '@/db/schema/accounts';
import { greenfieldKey } from '@/db/schema/greenfield';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { ADMIN_COMMAND } from '@/lib/own-commands.mjs';
import { recordAlteredRow } from './altered-rows';
import { type SealedFacts, type SealedKind, type Seals, toAlteredRow } from './seal';

interface SealedTable {
  readonly table: PgTable & { readonly seal: PgColumn };
  /** A text that identifies a row. Rows are read in the order of this text. */
  readonly key: SQL;
  /** The condition that joins the row's wallet, if the seal also covers the wallet's facts. */
  readonly wallet?: SQL;
}

const TABLES: Readonly<Record<SealedKind, SealedTable>> = {
  merchant_wallet: {
    table: merchantWallet,
    key: sql`${merchantWallet.merchantId} || ' ' || ${merchantWallet.walletId}`,
    wallet: eq(wallet.id, merchantWallet.walletId),
  },
  api_key: { table: apiKey, key: sql`${apiKey.id}`, wallet: eq(wallet.id, apiKey.walletId) },
  api_key_secret: { table: apiKeySecret, key: sql`${apiKeySecret.id}` },
  greenfield_key: { table: greenfieldKey, key: sql`${greenfieldKey.id}` },
  payment_link: { table: paymentLink, key: sql`${paymentLink.id}` },
  payment: { table: payment, key: sql`${payment.id}` },
  refund: { table: refund, key: sql`${refund.id}` },
};
const KINDS = Object.keys(TABLES) as SealedKind[];
const ROWS = 1_000;

interface SealCheck {
  readonly rows: number;
  readonly renewed: number;
  /** Rows that do not match their seal, by kind and id. */
  readonly altered: readonly string[];
}

/**
 * Checks the seals of all rows, and replaces the earlier reports of altered rows.
 *
 * @param accepts whether a row with a wrong seal gets a new seal, for example because its seal is
 *   right under the previous secret key
 */
export async function checkSeals(
  db: Db,
  seals: Seals,
  now: Date,
  accepts: <K extends SealedKind>(
    kind: K,
    row: SealedFacts<K> & { seal: string },
  ) => boolean = () => false,
): Promise<SealCheck> {
  await db.delete(alteredRow);
  const altered: string[] = [];
  let [rows, renewed] = [0, 0];
  for (const kind of KINDS) {
    for (let after = ''; ; ) {
      const part = await readPart(db, kind, after);
      const broken = part.filter(({ row }) => !seals.matches(kind, row));
      const accepted = broken.filter(({ row }) => accepts(kind, row));
      await writeSeals(
        db,
        kind,
        accepted.map(({ key, row }) => ({ key, seal: seals.of(kind, row) })),
      );
      for (const { row } of broken.filter((one) => !accepted.includes(one))) {
        const named = toAlteredRow(kind, row);
        altered.push(`${kind} ${named.id}`);
        await recordAlteredRow(db, named, now);
      }
      rows += part.length;
      renewed += accepted.length;
      after = part.at(-1)?.key ?? '';
      if (part.length < ROWS) break;
    }
  }
  return { rows, renewed, altered };
}

type ReadRow = { readonly key: string; readonly row: SealedFacts<SealedKind> & { seal: string } };

async function readPart(db: Db, kind: SealedKind, after: string): Promise<ReadRow[]> {
  const { table, key, wallet: of } = TABLES[kind];
  const rows = await db
    .select({ key: sql<string>`${key}`.as('key'), row: table as typeof payment, wallet })
    .from(table as typeof payment)
    .leftJoin(wallet, of ?? sql`false`)
    .where(gt(key, after))
    .orderBy(asc(key))
    .limit(ROWS);
  return rows.map(({ key: found, row, wallet: own }) => ({ key: found, row: { ...own, ...row } }));
}

async function writeSeals(
  db: Db,
  kind: SealedKind,
  rows: readonly { readonly key: string; readonly seal: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  const { table, key } = TABLES[kind];
  await db.execute(sql`
    update ${table} set seal = given.seal
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(key text, seal text)
    where ${key} = given.key`);
}

/**
 * Throws if the secret key matches no API key's seal. The secret key was then replaced, and the
 * server would refuse every address.
 *
 * @throws Error with instructions
 */
export async function requireMatchingSeals(db: Db, seals: Seals): Promise<void> {
  const rows = await db
    .select({ key: apiKey, wallet })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(isNull(apiKey.revokedAt));
  if (rows.length === 0) return;
  if (rows.some(({ key, wallet: own }) => seals.matches('api_key', { ...own, ...key }))) return;
  throw new Error(
    `The addresses in this database are sealed under another SECRET_KEY. Start with the key from before, or after replacing it seal them again: ${ADMIN_COMMAND} seal renew --previous-key-file FILE, with the old key in FILE.`,
  );
}
