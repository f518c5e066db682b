import { beforeAll, describe, expect, it } from 'vitest';
import { merkleRootOf, ScanError, scanBlock, scanTransaction } from '@/lib/bitcoin/scan';
import { startBitcoind } from '@/test/support/bitcoind';
import { openForTestFile } from '@/test/support/open-for-test-file';

interface NodeBlock {
  hash: string;
  previousblockhash: string;
  merkleroot: string;
  time: number;
  tx: {
    txid: string;
    hex: string;
    vin: { coinbase?: string; txid: string; vout: number }[];
    vout: { value: number; scriptPubKey: { hex: string } }[];
  }[];
}

const TYPES = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m'] as const;
const NO_COIN = `${'00'.repeat(32)}:4294967295`;

let hashes: string[];

const node = await openForTestFile(startBitcoind({ blocks: 110 }));

beforeAll(async () => {
  for (let round = 0; round < 8; round++) {
    for (const type of TYPES.slice(0, 1 + (round % TYPES.length))) {
      await node.sendTo(await node.address(type), 10_000 + round);
    }
    const many = await Promise.all(TYPES.map((type) => node.address(type)));
    await node.sendMany(Object.fromEntries(many.map((address, i) => [address, 70_000 + i])));
    await sendData(round);
    await node.mine(1, await node.address(TYPES[round % TYPES.length]));
  }
  const { height } = await node.tip();
  hashes = await Promise.all(
    Array.from({ length: height }, (_, i) => node.rpc<string>('getblockhash', i + 1)),
  );
});

async function sendData(round: number): Promise<void> {
  const outputs = [{ data: `0${round}`.repeat(30) }, { [await node.address()]: '0.12345678' }];
  const raw = await node.rpc<string>('createrawtransaction', [], outputs);
  const { hex } = await node.rpc<{ hex: string }>('fundrawtransaction', raw);
  const signed = await node.rpc<{ hex: string }>('signrawtransactionwithwallet', hex);
  await node.rpc('sendrawtransaction', signed.hex);
}

async function rawBlock(hash: string): Promise<Uint8Array> {
  return Buffer.from(await node.rpc<string>('getblock', hash, 0), 'hex');
}

function expected(block: NodeBlock) {
  return block.tx.map(({ txid, vin, vout }) => ({
    txid,
    inputs: vin.map((input) => (input.coinbase ? NO_COIN : `${input.txid}:${input.vout}`)),
    outputs: vout.map(({ value, scriptPubKey }, index) => ({
      vout: index,
      sats: Math.round(value * 1e8),
      script: scriptPubKey.hex,
    })),
  }));
}

const script = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('compared with the node, the scanner', () => {
  it('the scanner decodes every block of a chain as the node does', async () => {
    let transactions = 0;
    for (const hash of hashes) {
      const theirs = await node.rpc<NodeBlock>('getblock', hash, 2);
      const ours = scanBlock(await rawBlock(hash));
      expect(ours.hash).toBe(hash);
      expect(ours.prevHash).toBe(theirs.previousblockhash);
      expect(ours.merkleRoot).toBe(theirs.merkleroot);
      expect(ours.time.getTime()).toBe(theirs.time * 1000);
      expect(merkleRootOf(ours.transactions.map((tx) => tx.txid()))).toBe(theirs.merkleroot);
      const read = ours.transactions.map((tx) => ({
        txid: tx.txid(),
        inputs: tx.inputs(),
        outputs: tx.outputs.map((output) => ({ ...output, script: script(output.script) })),
      }));
      expect(read).toEqual(expected(theirs));
      transactions += read.length;
    }
    expect(transactions).toBeGreaterThan(hashes.length + 30);
  });

  it('the scanner decodes a transaction the same way alone and within a block', async () => {
    const theirs = await node.rpc<NodeBlock>('getblock', hashes.at(-1), 2);
    for (const { txid, hex, vout } of theirs.tx) {
      const tx = scanTransaction(Buffer.from(hex, 'hex'));
      expect(tx.txid()).toBe(txid);
      expect(tx.outputs.map((output) => script(output.script))).toEqual(
        vout.map(({ scriptPubKey }) => scriptPubKey.hex),
      );
    }
  });

  it('the scanner rejects a block truncated at any byte', async () => {
    const whole = await rawBlock(hashes.at(-1) ?? '');
    for (let length = 0; length < whole.length; length++) {
      expect(() => scanBlock(whole.subarray(0, length))).toThrow(ScanError);
    }
  });
});
