import type { Database } from '@/db/client';
import {
  type PushReadResult,
  recordPushedTransactions,
} from '@/lib/chain/push/follow-pushed-transactions';
import type { PushSubscription } from '@/lib/chain/source';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { type ChainReader, createChainReader } from '@/lib/payments/create-chain-reader';
import { createLedger } from '@/lib/payments/ledger';
import { type NodeMerchant, openNodeMerchant } from './node-merchant';
import { type PushingSource, pushingSource } from './pushing-source';
import { until } from './wait';

/** A merchant on a real node. Tests trigger the pushes, and no job reads the chain. */
export interface PushRig {
  readonly merchant: NodeMerchant;
  readonly source: PushingSource;
  readonly chains: ChainReader;
  readonly moves: readonly string[];
  newSource(): PushingSource;
  push(txid: string): void;
  /** Records pushed transactions as another process would. */
  recordIn(
    source: PushingSource,
    database?: Database,
  ): (...txids: string[]) => Promise<PushReadResult>;
  payPushed(): Promise<{ id: string; address: string; txid: string }>;
  statusOf(id: string): Promise<string>;
  typesOf(id: string): Promise<string[]>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function openPushRig(): Promise<PushRig> {
  const merchant = await openNodeMerchant();
  const newSource = () =>
    pushingSource(createBitcoindSource('regtest', new URL(merchant.node.url)), merchant.node);
  const start = () => {
    const source = newSource();
    const moves: string[] = [];
    const sources = new Map([['regtest', source] as const]);
    const chains = createChainReader({
      database: merchant.base.database,
      sources,
      clock: merchant.now,
    });
    const listening: PushSubscription = chains.listen((network, result) => {
      if (result === 'full_read_due') moves.push(network);
    });
    merchant.source = source;
    return { source, moves, chains, listening };
  };
  let running = start();
  const rig: PushRig = {
    merchant,
    get source() {
      return running.source;
    },
    get chains() {
      return running.chains;
    },
    get moves() {
      return running.moves;
    },
    newSource,
    push: (txid) => running.source.news?.onTransaction(txid),
    recordIn: (source, database = merchant.base.database) => {
      const ledger = createLedger(database.db);
      const network = 'regtest' as const;
      const follower = { network, database, source, ledger, clock: merchant.now };
      return (...txids) => recordPushedTransactions(follower, source.pushed, txids);
    },
    payPushed: async () => {
      const { id, address } = await merchant.create();
      const txid = await merchant.node.sendTo(address, 100_000);
      rig.push(txid);
      await until('it is detected', async () => (await rig.statusOf(id)) === 'detected');
      return { id, address, txid };
    },
    statusOf: async (id) => (await merchant.payment(id)).status,
    typesOf: merchant.typesOf,
    restart: async () => {
      running.listening.close();
      running = start();
      await merchant.sync();
    },
    close: async () => {
      running.listening.close();
      await merchant.close();
    },
  };
  return rig;
}
