import type { Db } from '@/db/client';
import { PayableScripts } from '@/lib/bitcoin/payable-scripts';
import type { ScannedTransaction } from '@/lib/bitcoin/scan';
import { storedHash } from '@/lib/chain/follow/cursor';
import type { BlockRef, ChainSource } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';

/** An output as another program reports it. */
export interface ReportedOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  readonly seenAt: Date;
  /** The output's block; null while unconfirmed. */
  readonly block: BlockRef | null;
}

/** An output that was compared with the followed chain. */
export interface CheckedOutput extends Omit<ReportedOutput, 'block'> {
  readonly height: number | null;
  /**
   * The outpoints that the output's transaction spends, `txid:vout`; empty while they are unknown.
   */
  readonly spends: readonly string[];
}

export interface OutputChecks {
  readonly db: Db;
  readonly network: Network;
  readonly source: Pick<ChainSource, 'block' | 'hashAt'>;
  /** The newest block up to which the chain was followed. */
  readonly cursor: BlockRef;
}

/**
 * Compares reported outputs with the followed chain. If the block of an output is in the stored
 * part of the chain, it must match. If a payment can still send events, its outputs are looked up
 * in their blocks, and count only if the server's own source has them.
 *
 * @throws Problem `network_unavailable` while the reported block is not followed yet;
 * `address_network_mismatch` when it is on another chain
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
    // A transaction that is not in the block is expected in the mempool. If it is not there either,
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
  const stored = await storedHash(db, network, height);
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
  const scripts = new PayableScripts<ScannedTransaction>();
  tx.addPayable(scripts);
  const paid = scripts.matching(new Map([[script, true]]));
  return paid.some((one) => one.vout === vout && one.sats === sats) ? tx : undefined;
}
