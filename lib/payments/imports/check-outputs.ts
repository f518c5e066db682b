import type { Db } from '@/db/client';
import type { ScannedTransaction } from '@/lib/bitcoin/scan';
import { readStoredBlockHash } from '@/lib/chain/follow/cursor';
import type { BlockRef, ChainSource } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';

export interface ReportedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  readonly seenAt: Date;
  /** Null while unconfirmed. */
  readonly block: BlockRef | null;
}

export interface CheckedOutput extends Omit<ReportedOutput, 'block'> {
  readonly height: number | null;
  /** The outpoints that the transaction spends, `txid:vout`; empty while unknown. */
  readonly spends: readonly string[];
}

export interface OutputChecks {
  readonly db: Db;
  readonly network: Network;
  readonly source: Pick<ChainSource, 'block' | 'hashAt'>;
  readonly cursor: BlockRef;
}

/**
 * Compares reported outputs with the followed chain, as far as its blocks are stored.
 *
 * @param mustBeFound whether confirmed outputs count only if the server's own source has them,
 *   because the payment can still send events
 * @throws Problem `network_unavailable` while the reported block is not followed yet;
 *   `address_network_mismatch` if it is on another chain
 * @throws SourceError
 */
export async function checkOutputs(
  checks: OutputChecks,
  script: string,
  outputs: readonly ReportedOutput[],
  mustBeFound: boolean,
): Promise<CheckedOutput[]> {
  const checked: CheckedOutput[] = [];
  for (const { block, ...one } of outputs) {
    if (block) await requireFollowed(checks, block);
    if (!block || !mustBeFound) {
      checked.push({ ...one, height: block?.height ?? null, spends: [] });
      continue;
    }
    const found = await findOutput(checks, script, one, block);
    // A transaction that is not in its block should be in the mempool. If it is not there either,
    // it counts as missing.
    checked.push({ ...one, height: found ? block.height : null, spends: found?.inputs() ?? [] });
  }
  return checked;
}

async function requireFollowed(
  { db, network, cursor }: OutputChecks,
  { height, hash }: BlockRef,
): Promise<void> {
  if (height > cursor.height) {
    throw new Problem(
      'network_unavailable',
      `A payment of the store is in block ${height}, and the chain of ${network} was read up to block ${cursor.height}. Import again once the server has caught up.`,
      { retryAfterSeconds: 60 },
    );
  }
  const stored = await readStoredBlockHash(db, network, height);
  if (stored === undefined || stored === hash) return;
  throw new Problem(
    'address_network_mismatch',
    `Block ${height} of the store is not on the ${network} chain of this server. Check that both follow the same network.`,
  );
}

async function findOutput(
  { source }: OutputChecks,
  script: string,
  { txid, vout, sats }: Pick<ReportedOutput, 'txid' | 'vout' | 'sats'>,
  { height, hash }: BlockRef,
): Promise<ScannedTransaction | undefined> {
  if ((await source.hashAt(height)) !== hash) return undefined;
  const block = await source.block(hash, { txids: [txid] });
  if (block.hash !== hash) return undefined;
  const tx = block.transactions.find((one) => one.txid() === txid);
  if (!tx) return undefined;
  const paid = tx.outputs[vout];
  const paysScript = paid && Buffer.from(paid.script).toString('hex') === script;
  return paysScript && paid.sats === sats ? tx : undefined;
}
