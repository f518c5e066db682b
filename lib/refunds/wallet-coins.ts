import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { chain, transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import type { UnspentOutput } from '@/lib/bitcoin/payout-psbt';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';

/** Refunds need no more outputs, and each costs a look-up at the source. */
const MAX_COINS = 200;

export interface KnownUnspentOutput extends UnspentOutput {
  readonly height: number;
}

/**
 * Returns outputs of the wallet, from the merchant's confirmed payments, that no known transaction
 * spends. The largest come first. The wallet may have spent some of them in a way that this server
 * does not follow.
 */
export async function listKnownUnspentOutputs(
  db: Db,
  actor: Member,
  { walletId, network }: { readonly walletId: string; readonly network: Network },
): Promise<KnownUnspentOutput[]> {
  const rows = await db
    .select({
      txid: output.txid,
      vout: output.vout,
      sats: output.sats,
      index: payment.derivationIndex,
      height: output.height,
    })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .innerJoin(output, eq(output.paymentId, payment.id))
    .innerJoin(chain, eq(chain.network, payment.network))
    .where(
      and(
        eq(payment.walletId, walletId),
        eq(payment.network, network),
        eq(payment.status, 'confirmed'),
        eq(output.gone, false),
        isNotNull(output.height),
        sql`${chain.height} - ${output.height} + 1 >= ${payment.requiredConfirmations}`,
        isKeyVisibleTo(actor),
      ),
    )
    .orderBy(sql`${output.sats} desc`, output.txid, output.vout)
    .limit(MAX_COINS);
  const coins = rows.flatMap(({ index, height, ...coin }) =>
    index === null || height === null ? [] : { ...coin, index, height },
  );
  const spent = await spentByKnown(db, network, coins.map(outpointOf));
  return coins.filter((coin) => !spent.has(outpointOf(coin)));
}

export const outpointOf = ({ txid, vout }: Pick<UnspentOutput, 'txid' | 'vout'>) =>
  `${txid}:${vout}`;

async function spentByKnown(
  db: Db,
  network: Network,
  outpoints: readonly string[],
): Promise<ReadonlySet<string>> {
  if (outpoints.length === 0) return new Set();
  const rows = await db
    .select({ spends: transaction.spends })
    .from(transaction)
    .where(
      and(
        eq(transaction.network, network),
        eq(transaction.gone, false),
        sql`${transaction.spends} && ${sql.param([...outpoints])}::text[]`,
      ),
    );
  return new Set(rows.flatMap(({ spends }) => spends));
}

/** Counts the known transactions that spend from the wallet: each has used a change address. */
export async function countSpends(db: Db, walletId: string, network: Network): Promise<number> {
  const [row] = await db.execute<{ spends: number }>(sql`
    select count(distinct t.txid)::int as spends
    from ${transaction} t
    where t.network = ${network} and not t.gone and exists (
      select from ${output} join ${payment} on ${payment.id} = ${output.paymentId}
      where ${payment.walletId} = ${walletId} and ${output.network} = ${network}
        and t.spends @> array[${output.txid} || ':' || ${output.vout}]
    )`);
  return row?.spends ?? 0;
}
