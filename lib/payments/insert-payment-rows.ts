import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { prepareStatement } from '@/db/prepare-statement';
import { recordset } from '@/db/recordset';
import { apiKey } from '@/db/schema/accounts';
import { newAddress, payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { withSeal } from '@/lib/keys/seal';
import { type CreatedPayment, type IdempotencyKey, storeIdempotencyKeys } from './idempotency';
import { deriveNextAddresses, type KeyWallet, lockWallet, setNextIndex } from './next-addresses';
import { insertExtras, NO_EXTRA, type PaymentExtra } from './payment-extra';
import { customerOf, type PaymentRow } from './payment-row';

export interface InsertRowRequest {
  /** A row with a wallet has no address yet: it gets the wallet's next one. */
  readonly draft: PaymentRow;
  readonly extra?: PaymentExtra | null | undefined;
  readonly key?: IdempotencyKey | undefined;
  /** The member for the audit entry. */
  readonly member?: Member | undefined;
}

/**
 * Inserts payments with their extras, Idempotency-Keys and audit entries. A payment with a wallet
 * gets the wallet's next address; every other payment has a customer-provided address.
 *
 * @returns the rows by id, without payments whose customer-provided address is in use
 */
export async function insertPaymentRows(
  tx: Db,
  of: KeyWallet,
  requests: readonly InsertRowRequest[],
): Promise<ReadonlyMap<string, CreatedPayment>> {
  const drafts = requests.map(({ draft }) => draft);
  const derived = await insertDerived(tx, of, drafts);
  const custom = await insertCustom(tx, of, drafts);
  const rows = new Map([...derived, ...custom].map((row) => [row.id, row]));
  const made = requests.flatMap((request) => {
    const row = rows.get(request.draft.id);
    return row ? [{ ...request, row }] : [];
  });
  await insertRelated(tx, made);
  return new Map(
    made.map(({ row, extra = null }) => [row.id, { payment: row, extra, replayed: false }]),
  );
}

/**
 * Inserts payments with the wallet's next addresses. Skips an address of another payment or refund.
 */
async function insertDerived(
  tx: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
): Promise<readonly PaymentRow[]> {
  const inserted: PaymentRow[] = [];
  let next = await lockWallet(tx, of);
  let left = drafts.filter(({ walletId }) => walletId !== null);
  while (left.length > 0) {
    const addresses = await deriveNextAddresses(of, next, left.length);
    const rows = left.map((draft, n) => withSeal('payment', { ...draft, ...addresses[n] }));
    next += rows.length;
    const [ids] = await Promise.all([insertIfAddressUnused(tx, rows), setNextIndex(tx, of, next)]);
    inserted.push(...rows.filter(({ id }) => ids.has(id)));
    left = left.filter(({ id }) => !ids.has(id));
  }
  return inserted;
}

/**
 * Inserts payments whose address no other payment or refund has.
 *
 * @param rows sealed rows
 * @returns the ids of the inserted rows
 */
export async function insertIfAddressUnused(
  tx: Db,
  rows: readonly PaymentRow[],
): Promise<ReadonlySet<string>> {
  const answer = await insertUnlessKnown(tx, { rows: given.json(rows) });
  return new Set(answer.map(({ id }) => id));
}

async function insertCustom(
  tx: Db,
  { network }: KeyWallet,
  drafts: readonly PaymentRow[],
): Promise<readonly PaymentRow[]> {
  const rows = drafts
    .filter(({ walletId }) => walletId === null)
    .map((draft) => withSeal('payment', draft));
  if (rows.length === 0) return [];
  // The lock is a separate statement, because an insert that waits for the lock would not see rows
  // committed during the wait.
  const [, answer] = await Promise.all([
    lock(tx, LOCK_NAMES.addresses(network)),
    insertUnlessUsed(tx, { rows: given.json(rows) }),
  ]);
  const ids = new Set(answer.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

async function insertRelated(
  tx: Db,
  made: readonly (InsertRowRequest & { readonly row: PaymentRow })[],
): Promise<void> {
  const extras = made.flatMap(({ extra, row }) => {
    const customer = customerOf(row);
    // The search words are stored in the extra, so a payment with only a customer needs an extra
    // too.
    return extra || customer ? [{ ...(extra ?? NO_EXTRA), customer, paymentId: row.id }] : [];
  });
  const keys = made.flatMap(({ key, row }) => (key ? [{ ...key, paymentId: row.id }] : []));
  await Promise.all([
    extras.length > 0 && insertExtras(tx, extras),
    keys.length > 0 && storeIdempotencyKeys(tx, keys),
  ]);
  for (const { member, row } of made) {
    if (!member) continue;
    const { amount, currency } = row.price ?? { amount: `${row.amountSats}`, currency: 'SATS' };
    const data = { amount, currency, api_key_id: row.apiKeyId };
    await recordAuditEntry(tx, member, 'payment.create', row.id, data, row.createdAt);
  }
}

const given = recordset(payment, 'rows');
const { names } = given;

/**
 * Whether another payment has the script of the row `d`. A sub-select with a limit uses the index,
 * but `not exists` becomes a join that reads thousands of payments for each new payment.
 */
const someOther = (that: SQL) => sql`(
  select true from ${payment} other ${that} limit 1
) is true`;

/**
 * Whether the script of the row `d` is a present or former address of a refund. An output must not
 * count for both.
 */
const paysRefund = sql`((
  select true from ${refund} back where back.network = d.network and back.script = d.script limit 1
) is true or (
  select true from ${refund} back where back.network = d.network and back.former_scripts <> '{}'
    and d.script = any(back.former_scripts) limit 1
) is true)`;

const insertUnlessKnown = prepareStatement<{ id: string }>(sql`
  insert into ${payment} (${names}) select ${names} from ${given.rows} d
  where not ${someOther(sql`where other.network = d.network and other.script = d.script`)}
    and not ${paysRefund}
  on conflict do nothing returning id`);

/**
 * A customer-provided address is in use while any payment to it is active, even one without
 * `holds_address`. For other merchants it stays in use, because late outputs belong to the first
 * merchant. Until the commit, the lock keeps out other creates.
 */
const insertUnlessUsed = prepareStatement<{ id: string }>(sql`
  with inserted as (
    insert into ${payment} (${names}) select ${names} from ${given.rows} d
    where not ${someOther(sql`
      join ${apiKey} others_key on others_key.id = other.api_key_id
      join ${apiKey} own_key on own_key.id = d.api_key_id
      where other.network = d.network and other.script = d.script and (
        other.status in ('pending', 'detected')
        or others_key.merchant_id <> own_key.merchant_id
      )`)}
      and not ${paysRefund}
    on conflict do nothing returning id
  ),
  searched as (insert into ${newAddress} (payment_id) select id from inserted)
  select id from inserted`);
