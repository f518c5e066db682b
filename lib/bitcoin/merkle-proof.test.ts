import { expect, it } from 'vitest';
import { rootOfProof } from './merkle-proof';
import { merkleRootOf } from './scan';

const txidOf = (n: number) => n.toString(16).padStart(64, '0');

/** Returns the sibling hashes on the path from a transaction to the root. */
function pathOf(txids: readonly string[], pos: number): string[] {
  const depth = Math.ceil(Math.log2(txids.length));
  return Array.from({ length: depth }, (_, level) => {
    const width = 2 ** level;
    const start = (Math.floor(pos / width) ^ 1) * width;
    const beside = txids.slice(start, start + width);
    return beside.length > 0 ? rootOf(beside, level) : rootOf(txids.slice(start - width), level);
  });
}

/**
 * Returns the merkle root of a subtree. If the subtree is incomplete, each level repeats its last
 * node.
 */
function rootOf(txids: readonly string[], level: number): string {
  if (level === 0) return txids[0] ?? '';
  const half = 2 ** (level - 1);
  const left = rootOf(txids.slice(0, half), level - 1);
  const right = txids.length > half ? rootOf(txids.slice(half), level - 1) : left;
  return rootOfProof(left, { merkle: [right], pos: 0 }) ?? '';
}

it.each([1, 2, 3, 5, 7, 8, 13, 100])(
  'the merkle proof of each of %i transactions leads to the root of the block',
  (size) => {
    const txids = Array.from({ length: size }, (_, n) => txidOf(n + 1));
    const root = merkleRootOf(txids);
    for (const [pos, txid] of txids.entries()) {
      expect(rootOfProof(txid, { merkle: pathOf(txids, pos), pos })).toBe(root);
    }
  },
);

// Block 170 of mainnet contains the first bitcoin payment.
const COINBASE = 'b1fea52486ce0c62bb442b530a3f0132b826c74e473d1f2c220bfa78111c5082';
const PAYMENT = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const ROOT = '7dac2c5666815c17a3b36427de37bb9d2e2c5ccec3f8633eb91a4205cb4c10ff';

it('the merkle proof of a mainnet transaction leads to the root in the block header', () => {
  expect(rootOfProof(PAYMENT, { merkle: [COINBASE], pos: 1 })).toBe(ROOT);
  expect(rootOfProof(COINBASE, { merkle: [PAYMENT], pos: 0 })).toBe(ROOT);
});

it.each([
  ['a wrong index', { merkle: [COINBASE], pos: 0 }],
  ['an index outside the tree', { merkle: [COINBASE], pos: 3 }],
  ['a wrong path', { merkle: [ROOT], pos: 1 }],
  ['no path', { merkle: [], pos: 0 }],
])('a merkle proof with %s does not lead to the root', (_what, proof) => {
  expect(rootOfProof(PAYMENT, proof)).not.toBe(ROOT);
});

it('a merkle proof with a 64-byte transaction as an inner node is rejected', () => {
  // A transaction with one input and one output has 60 bytes without its output script. A script of
  // four bytes makes it as long as an inner node.
  const inner = Buffer.concat([
    Buffer.from('0200000001', 'hex'),
    Buffer.alloc(36, 7),
    Buffer.from('00ffffffff01', 'hex'),
    Buffer.from('e803000000000000', 'hex'),
    Buffer.from('0451515151', 'hex'),
    Buffer.alloc(4),
  ]);
  expect(inner).toHaveLength(64);
  const [left, right] = [inner.subarray(0, 32), inner.subarray(32)].map((half) =>
    Buffer.from(half).reverse().toString('hex'),
  );
  expect(rootOfProof(left ?? '', { merkle: [right ?? ''], pos: 0 })).toBeUndefined();
});
