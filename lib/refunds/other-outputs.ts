import { not, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund, refundOutput } from '@/db/schema/refunds';
import { scriptToAddress } from '@/lib/bitcoin/address';
import type { RefundOutput } from '@/lib/domain/refund';
import type { RefundRow } from './refund-row';
import { selectValidOutputs } from './select-valid-outputs';

export interface UnmatchedRefundOutput extends RefundOutput {
  readonly script: string;
  readonly address: string;
}

/**
 * Returns, by refund id, outputs that were sent to an address of a ready or dropped refund and do
 * not pay it, because the amount or the address differs. Older outputs come first. A member decides
 * about them while the refund is ready.
 */
export async function listUnmatchedRefundOutputs(
  db: Db,
  rows: readonly RefundRow[],
): Promise<ReadonlyMap<string, readonly UnmatchedRefundOutput[]>> {
  const unpaid = rows.filter(({ status }) => status === 'ready' || status === 'dropped');
  const scripts = [...new Set(unpaid.flatMap(scriptsOf))];
  if (scripts.length === 0) return new Map();
  const isTaken = sql`exists (select from ${refund} where ${refund.network} = ${refundOutput.network}
    and ${refund.txid} = ${refundOutput.txid} and ${refund.vout} = ${refundOutput.vout})`;
  const found = await selectValidOutputs(db, scripts, not(isTaken));
  return new Map(
    unpaid.map((row) => [
      row.id,
      found.flatMap(({ network, ...output }) => {
        const isHere = network === row.network && scriptsOf(row).includes(output.script);
        const pays = output.script === row.script && row.askedSats.includes(output.sats);
        const address = scriptToAddress(output.script, network);
        return isHere && !pays && address !== undefined ? { ...output, address } : [];
      }),
    ]),
  );
}

const scriptsOf = ({ script, formerScripts }: RefundRow) => [script ?? [], formerScripts].flat();
