import { describe, expect, it } from 'vitest';
import blocks from '@/test/vectors/bitcoin/blocks.json';
import merkleRoots from '@/test/vectors/bitcoin/merkle-roots.json';
import transactions from '@/test/vectors/bitcoin/transactions.json';
import { hash256, toDisplayHash } from './bytes';
import { merkleRootOf, outpointFingerprint, ScanError, scanBlock, scanTransaction } from './scan';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');

/** Tests replace parts of the transaction with corrupt ones. */
function transaction(parts: Partial<Record<'inputs' | 'value' | 'script', string>> = {}): string {
  const input = `${'11'.repeat(32)}0000000000ffffffff`;
  const inputs = parts.inputs ?? `01${input}`;
  return `02000000${inputs}01${parts.value ?? '0100000000000000'}${parts.script ?? '0151'}00000000`;
}

describe('scanning', () => {
  it.each(transactions)(
    'the id, inputs and outputs of a transaction are parsed: $source',
    (vector) => {
      const scanned = scanTransaction(bytes(vector.raw));
      expect(scanned.txid()).toBe(vector.txid);
      expect(scanned.inputs()).toEqual(vector.inputs);
      for (const input of vector.inputs) {
        expect(scanned.maySpend(new Set([0, outpointFingerprint(input)]))).toBe(true);
      }
      expect(scanned.maySpend(new Set([outpointFingerprint(`${vector.txid}:0`)]))).toBe(false);
      expect(
        scanned.outputs.map(({ sats, script }) => ({ sats: Number(sats), script: hex(script) })),
      ).toEqual(vector.outputs);
      expect(scanned.outputs.map(({ vout }) => vout)).toEqual(vector.outputs.map((_, i) => i));
    },
  );

  it.each(blocks)('the header and the transaction ids of a block are parsed: $source', (vector) => {
    const block = scanBlock(bytes(vector.raw));
    expect(block.hash).toBe(vector.hash);
    expect(block.prevHash).toBe(vector.prevHash);
    expect(block.merkleRoot).toBe(vector.merkleRoot);
    expect(block.time.toISOString()).toBe(vector.time);
    const txids = block.transactions.map((scanned) => scanned.txid());
    expect(txids).toEqual(vector.txids);
    expect(merkleRootOf(txids)).toBe(vector.merkleRoot);
  });

  it('a transaction inside a larger buffer is parsed correctly', () => {
    const [vector] = blocks;
    const raw = bytes(vector?.raw ?? '');
    const larger = new Uint8Array(raw.length + 64).fill(0xff);
    larger.set(raw, 32);
    expect(scanBlock(larger.subarray(32, 32 + raw.length)).hash).toBe(vector?.hash);
  });

  it.each(blocks)(
    'a block that is truncated anywhere or has an extra byte is rejected: $source',
    ({ raw }) => {
      const whole = bytes(raw);
      for (let length = 0; length < whole.length; length++) {
        expect(() => scanBlock(whole.subarray(0, length))).toThrow(ScanError);
      }
      expect(() => scanBlock(bytes(`${raw}00`))).toThrow(ScanError);
    },
  );

  it.each(transactions)(
    'a transaction that is truncated anywhere or has an extra byte is rejected: $source',
    ({ raw }) => {
      const whole = bytes(raw);
      for (let length = 0; length < whole.length; length++) {
        expect(() => scanTransaction(whole.subarray(0, length))).toThrow(ScanError);
      }
      expect(() => scanTransaction(bytes(`${raw}00`))).toThrow(ScanError);
    },
  );

  it('an output above 21 million BTC is rejected, and an output of exactly 21 million BTC is accepted', () => {
    const most = transaction({ value: '0040075af0750700' });
    expect(scanTransaction(bytes(most)).outputs[0]?.sats).toBe(2_100_000_000_000_000);
    for (const value of ['0140075af0750700', '0000000000002000', 'ffffffffffffffff']) {
      expect(() => scanTransaction(bytes(transaction({ value })))).toThrow(ScanError);
    }
  });

  it.each([
    ['a count in a longer form than needed', transaction({ script: 'fd010051' })],
    ['a count in four bytes that fits into one', transaction({ script: 'fe0100000051' })],
    ['a count in eight bytes that fits into one', transaction({ script: 'ff010000000000000051' })],
    ['a count of almost 2^64', transaction({ script: 'ffffffffffffffffff51' })],
    ['no inputs', transaction({ inputs: '00' })],
    [
      'a witness flag without a witness',
      `02000000 0001 01 ${'11'.repeat(36)} 00 ffffffff 00 00 00000000`,
    ],
  ])('a transaction with %s is rejected', (_, raw) => {
    expect(() => scanTransaction(bytes(raw.replaceAll(' ', '')))).toThrow(ScanError);
  });

  it('a script of 300 bytes is parsed completely', () => {
    const script = '6a'.repeat(300);
    const [output] = scanTransaction(bytes(transaction({ script: `fd2c01${script}` }))).outputs;
    expect(hex(output?.script ?? new Uint8Array())).toBe(script);
  });

  it('a block without transactions is rejected', () => {
    expect(() => scanBlock(bytes(`${'00'.repeat(80)}00`))).toThrow(ScanError);
  });
});

describe('merkle roots', () => {
  it.each(merkleRoots)(
    'the merkle root of the ids equals the published root: $source',
    ({ txids, root }) => {
      expect(merkleRootOf(txids)).toBe(root);
    },
  );

  it('an odd last transaction id is paired with itself in the merkle tree', () => {
    const pair = (...ids: string[]) =>
      toDisplayHash(hash256(Buffer.concat(ids.map((id) => Buffer.from(id, 'hex').reverse()))));
    const [a = '', b = '', c = ''] = merkleRoots[0]?.txids ?? [];
    expect(merkleRootOf([a, b, c])).toBe(pair(pair(a, b), pair(c, c)));
    expect(merkleRootOf([a])).toBe(a);
  });

  it('repeated transaction ids at the end of a list are rejected, since they do not change the merkle root (CVE-2012-2459)', () => {
    const [a = '', b = '', c = ''] = merkleRoots[0]?.txids ?? [];
    expect(() => merkleRootOf([a, b, c, c])).toThrow(ScanError);
    expect(() => merkleRootOf([a, b, a, b])).toThrow(ScanError);
  });

  it('an empty list of ids has no merkle root', () => {
    expect(() => merkleRootOf([])).toThrow(ScanError);
  });
});
