import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import type { Member } from '@/lib/domain/actor';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { isRefundSentSql } from './counted-money';
import { type ExportWork, readRows, runExport } from './run-export';

/** A label for an address, transaction or output (BIP 329). */
export interface WalletLabel {
  readonly type: 'addr' | 'tx' | 'output';
  readonly ref: string;
  readonly label: string;
  /** Null while a reorg may still change the height. */
  readonly height: number | null;
  /** The satoshis of an output; null for an address or a transaction. */
  readonly value: number | null;
}

interface LabelRow extends Record<string, unknown> {
  readonly type: WalletLabel['type'];
  readonly ref: string;
  readonly label: string;
  readonly height: number | null;
  readonly value: string | null;
}

/** BIP 329 omits the height below this many confirmations, because a reorg may change it. */
const FULLY_CONFIRMED = 6;
/** The limit that BIP 329 suggests to importing wallets. */
const MAX_LABEL = 255;

/**
 * Reads labels for the addresses, transactions and outputs of payments to a wallet, and for their
 * refunds. A label is the payment's reference or its id.
 *
 * @param walletId a wallet of the actor's merchant
 * @throws Problem as {@link runExport}
 */
export async function exportLabels(
  db: Db,
  actor: Member,
  walletId: string,
  take: (part: readonly WalletLabel[]) => Promise<void>,
): Promise<void> {
  const query = labelsOf(walletId, isKeyVisibleTo(actor) ?? sql`true`);
  const work: ExportWork = (tx, inTime) =>
    readRows<LabelRow>(tx, query, (rows) =>
      inTime(
        take(rows.map((row) => ({ ...row, value: row.value === null ? null : Number(row.value) }))),
      ),
    );
  await runExport(db, actor, work);
}

function labelsOf(walletId: string, isVisible: SQL): SQL {
  const name = sql`coalesce(${payment.reference}, ${payment.id})`;
  // Merchants may share a wallet, so other merchants' payments are left out.
  const isOurs = sql`${payment.walletId} = ${walletId}
    and ${payment.apiKeyId} in (select ${apiKey.id} from ${apiKey} where ${isVisible})`;
  const final = (of: SQL) => sql`case
    when ${of} <= (select ${chain.height} from ${chain} where ${chain.network} = paid.network) - ${FULLY_CONFIRMED - 1}
    then ${of} end`;
  return sql`
    with paid as (
      select ${output.network}, ${output.txid}, ${output.vout}, ${output.sats}, ${output.height},
        ${payment.address}, ${name} as label
      from ${payment} join ${output} on ${output.paymentId} = ${payment.id}
      where ${isOurs} and not ${output.gone}
    ), given_back as (
      select ${refund.txid}, 'Refund of ' || ${name} as label
      from ${payment} join ${refund} on ${refund.paymentId} = ${payment.id}
      where ${isOurs} and ${isRefundSentSql}
    )
    select type, ref, left(label, ${MAX_LABEL}) as label, height, value from (
      select distinct 'addr' as type, address as ref, label, null::int as height,
        null::text as value
      from paid
      union all
      select 'tx', txid, string_agg(distinct label, ', ' order by label), max(height), null
      from (
        select txid, label, ${final(sql`paid.height`)} as height from paid
        union all select txid, label, null from given_back
      ) moved group by txid
      union all
      select 'output', txid || ':' || vout, label, ${final(sql`paid.height`)}, sats::text from paid
    ) labels order by type, ref`;
}
