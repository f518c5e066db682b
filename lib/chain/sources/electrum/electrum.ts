import type { Network } from '@/lib/domain/network';
import type { ChainSource } from '../../source';
import type { CertificateCheck } from './certificates';
import { ElectrumClient, type ElectrumClientOptions } from './client';
import { ElectrumChain } from './electrum-chain';
import type { ElectrumServer } from './electrum-connection';
import { ElectrumMempool } from './electrum-mempool';
import { electrumRequests } from './requests';
import { createSpendingReader, readTransactionFee } from './spending';

/** Each read sends requests, and a shorter pause would burden the server. */
const READ_EVERY_MS = 2_000;

/**
 * Creates a source from an Electrum server (Fulcrum, electrs, ElectrumX), which returns no whole
 * blocks, only transactions of scripts. Headers and inclusion proofs are verified, so the server
 * cannot fake a confirmation, but it can hide a transaction.
 */
export function createElectrumSource(
  network: Network,
  server: ElectrumServer,
  check: CertificateCheck,
  { clock = () => new Date(), ...options }: Partial<ElectrumClientOptions> = {},
): ChainSource {
  const onNotice = (method: string, [first, second]: readonly unknown[]) => {
    if (method === 'blockchain.headers.subscribe') chain.noticeBlock();
    if (method === 'blockchain.scripthash.subscribe') chain.histories.notice(first, second);
  };
  const client = new ElectrumClient(server, check, onNotice, { clock, ...options });
  const ask = electrumRequests(client);
  const chain = new ElectrumChain(network, ask, clock);
  const mempool = new ElectrumMempool(chain, clock);
  chain.onReorg = () => mempool.forget();
  return {
    readEveryMs: READ_EVERY_MS,
    tip: (maxAgeMs) => chain.tip(maxAgeMs),
    hashAt: (height) => chain.hashAt(height),
    block: (hash, wanted) => chain.block(hash, wanted),
    mempool: (_open, newScripts, watched) => mempool.read(newScripts, watched),
    depositsUpTo: (script, hash) => chain.depositsUpTo(script, hash),
    feeOf: (txid) => readTransactionFee(chain.proofs, txid),
    spending: createSpendingReader(ask, chain.proofs),
  };
}
