import { createCertificateCheck } from '@/lib/chain/sources/electrum/certificates';
import { createElectrumSource } from '@/lib/chain/sources/electrum/electrum';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import { createBitcoindSource } from '@/lib/chain/sources/node/bitcoind';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { doubleSpend, replaceTransaction } from '@/lib/chain/sources/sandbox/replace-transaction';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { SourceKind } from '@/lib/domain/chain-condition';
import { toSats } from '@/lib/domain/sats';
import { startBitcoind, type TestNode } from './bitcoind';
import { startElectrum } from './electrum-server';
import { startEsplora } from './esplora-server';
import { openTestMerchant, type TestMerchant, type TestSource } from './test-merchant';

export interface ChainDriver {
  /** Returns the transaction's id. */
  pay(address: string, sats: number): Promise<string>;
  mine(blocks: number): Promise<unknown>;
  /** Replaces a transaction: same outputs, higher fee. Returns the new transaction's id. */
  bump(txid: string): Promise<string>;
  /** Replaces a transaction with one that does not pay the merchant. */
  replaceAway(txid: string): Promise<unknown>;
  /** Mines a double spend of an unconfirmed transaction, without the mempool. */
  doubleSpend(txid: string): Promise<unknown>;
  /**
   * Replaces the last `blocks` blocks with one block more. The new blocks contain the mempool's
   * transactions, or with `empty` none.
   */
  reorg(blocks: number, content: 'mempool' | 'empty'): Promise<unknown>;
}

export interface ChainRig extends TestMerchant {
  readonly chain: ChainDriver;
  /** Moves the clock by half a minute, and reads the chain as often as a server would. */
  settle(): Promise<void>;
  /** Imitates a restart of the process, which empties the source's cache. */
  restart(): void;
}

const OPEN: Readonly<Record<Exclude<SourceKind, 'off'>, () => Promise<ChainRig>>> = {
  bitcoind: openBitcoindRig,
  electrum: openElectrumRig,
  esplora: openEsploraRig,
  sandbox: openSandboxRig,
};

export const CHAIN_RIGS = Object.entries(OPEN);

const READ_EVERY_MS = 8_000;
const READS = 4;

async function openRig(
  source: TestSource,
  driver: (merchant: TestMerchant) => ChainDriver,
  close: () => Promise<unknown>,
): Promise<ChainRig> {
  const merchant = await openTestMerchant(source);
  const closeTill = merchant.close;
  const rig: ChainRig = Object.assign(merchant, {
    chain: driver(merchant),
    settle: async () => {
      for (let n = 0; n < READS; n++) {
        merchant.passTime(READ_EVERY_MS);
        const result = await merchant.sync();
        if (result.kind === 'failed') throw new Error(result.message);
      }
    },
    restart: () => {
      merchant.source = source(merchant.base, merchant.now);
    },
    close: async () => {
      await Promise.all([close(), closeTill()]);
    },
  });
  await rig.settle();
  return rig;
}

async function openBitcoindRig(): Promise<ChainRig> {
  const node = await startBitcoind();
  const source = () => createBitcoindSource('regtest', new URL(node.url));
  return openRig(
    source,
    () => nodeDriver(node),
    () => node.stop(),
  );
}

async function openElectrumRig(): Promise<ChainRig> {
  const node = await startBitcoind({ flags: ['-txindex=1'] });
  const server = await startElectrum(node);
  const { host, port } = server;
  return openRig(
    ({ db }, clock) => {
      const check = createCertificateCheck(db, 'regtest');
      return createElectrumSource('regtest', { host, port, isTls: false }, check, { clock });
    },
    () => nodeDriver(node),
    () => Promise.all([server.close(), node.stop()]),
  );
}

async function openEsploraRig(): Promise<ChainRig> {
  const node = await startBitcoind({ flags: ['-txindex=1'] });
  const server = await startEsplora(node);
  return openRig(
    (_base, clock) => createEsploraSource('regtest', server.url, { lookUpsPerMinute: 600, clock }),
    () => nodeDriver(node),
    () => Promise.all([server.close(), node.stop()]),
  );
}

export async function openSandboxRig(): Promise<ChainRig> {
  return openRig(
    ({ db }, clock) => createSandboxSource(db, clock),
    sandboxDriver,
    async () => {},
  );
}

function nodeDriver(node: TestNode): ChainDriver {
  return {
    pay: (address, sats) => node.sendUnlocked(address, sats),
    mine: (blocks) => node.mine(blocks),
    bump: (txid) => node.bumpFee(txid),
    replaceAway: (txid) => node.replace(txid),
    doubleSpend: async (txid) => node.mineOnly([await node.conflicting(txid)]),
    reorg: (blocks, content) => node.reorg(blocks, content),
  };
}

function sandboxDriver({ base: { db }, now }: TestMerchant): ChainDriver {
  return {
    pay: async (address, sats) =>
      (await payAddress(db, { address, sats: toSats(sats) }, now())).txid,
    mine: (blocks) => simulateMining(db, { blocks }, now()),
    bump: async (txid) => (await replaceTransaction(db, { txid, to: 'same' }, now())).txid,
    replaceAway: (txid) => replaceTransaction(db, { txid, to: 'nowhere' }, now()),
    doubleSpend: (txid) => doubleSpend(db, { txid }, now()),
    reorg: (blocks, content) => reorg(db, { blocks, remine: content === 'mempool' }, now()),
  };
}
