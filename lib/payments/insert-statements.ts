import { type SQL, sql } from 'drizzle-orm';
import { prepared } from '@/db/prepared';
import { recordset } from '@/db/recordset';
import { apiKey, wallet } from '@/db/schema/accounts';
import { newAddress, payment } from '@/db/schema/payments';
import { CLAIM, REMEMBER, type RefusedRow } from './idempotency';
import { KEEP_EXTRAS } from './payment-extra';

const given = recordset(payment, 'rows');
const { names } = given;

/** The form in which a statement here reads payments. */
export const rowsJson = given.json;

/** Of an inserted payment, or of one that was refused for its Idempotency-Key. */
export interface InsertedRow extends Omit<RefusedRow, 'id'> {
  readonly id: string | null;
  readonly refused: boolean;
}

const draftRows = sql`${given.rows} d`;

const refusedRows = sql`
  select payment_id as id, true as refused, earlier, same_body, expired from refused`;

/**
 * Whether a payment meets the condition. A sub-select with a limit is looked up by index for each
 * row. Of `not exists` PostgreSQL makes a join, which reads some thousand payments whole at each
 * create.
 */
const someOther = (condition: SQL) =>
  sql`(select true from ${payment} other ${condition} limit 1) is true`;

/**
 * Takes the indexes and inserts the rows with their Idempotency-Keys in one statement, so that an
 * index is taken if and only if a payment has its address. Returns no row when the wallet's next
 * index differs, and one without id when a payment has the address already (as a customer-provided
 * one). Unique indexes decide concurrent cases. When keys are refused, it returns only them.
 */
const takeAndInsert = (then: SQL) => sql`
  with ${CLAIM},
  taken as (
    update ${wallet} set next_index = next_index + ${sql.placeholder('count')}::int
    where id = ${sql.placeholder('walletId')} and next_index = ${sql.placeholder('first')}::int
      and not exists (select from refused)
    returning id
  ),
  inserted as (
    insert into ${payment} (${names})
    select ${names} from ${draftRows}
    where exists (select from taken)
      and not ${someOther(sql`where other.network = d.network and other.script = d.script`)}
    on conflict do nothing
    returning id, created_at
  ),
  ${then}
  ${REMEMBER}
  ${refusedRows}
  union all
  select inserted.id, false, null, null, null from taken left join inserted on true
`;

/**
 * A customer-provided address is in use while an active payment has it, even without holding it:
 * after a reorg two payments may be active. An address of another merchant's wallet is always in
 * use, since late money on it belongs to that merchant. The next read searches the mempool for it. The
 * lock keeps a payment from becoming active again beside an insert that is not committed.
 */
const insertUnlessUsed = (then: SQL) => sql`
  with ${CLAIM},
  inserted as (
    insert into ${payment} (${names})
    select ${names} from ${draftRows}
    where not exists (select from refused) and not ${someOther(sql`
      join ${apiKey} others_key on others_key.id = other.api_key_id
      join ${apiKey} own_key on own_key.id = d.api_key_id
      where other.network = d.network and other.script = d.script and (
        other.status in ('pending', 'detected')
        or other.derivation_index is not null and others_key.merchant_id <> own_key.merchant_id
      )`)}
    on conflict do nothing
    returning id, created_at
  ),
  searched as (insert into ${newAddress} (payment_id) select id from inserted),
  ${then}
  ${REMEMBER}
  ${refusedRows}
  union all
  select id, false, null, null, null from inserted
`;

const statements = (then: SQL) => ({
  takeAndInsert: prepared<InsertedRow>(takeAndInsert(then)),
  insertUnlessUsed: prepared<InsertedRow>(insertUnlessUsed(then)),
});

/** Most payments have no extra: their inserts do not pay for the part that writes them. */
const plain = statements(sql``);
const withExtras = statements(KEEP_EXTRAS);

/** The statements for rows with or without extras. */
export function insertStatements(anyExtra: boolean): typeof plain {
  return anyExtra ? withExtras : plain;
}
