import { createHash } from 'node:crypto';
import { merkleRootOf, scanTransaction } from '@/lib/bitcoin/scan';
import type { Random } from '@/test/support/random';

/** A serialized transaction or block, as hex. */
interface Named {
  readonly id: string;
  readonly hex: string;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hash256 = (bytes: Uint8Array) => sha256(sha256(bytes));

/**
 * A typical transaction: two inputs with a signature and a key each, two outputs to a hash of a
 * key. 832 weight units, of which 4,800 make a full block.
 *
 * @param scripts of the outputs beyond the two, hex
 */
export function buildTransaction(random: Random, scripts: readonly string[] = []): Named {
  const outputs = [
    ...[0, 1].map(() => Buffer.concat([Buffer.from([0, 20]), random.bytes(20)])),
    ...scripts.map((script) => Buffer.from(script, 'hex')),
  ];
  const sats = Buffer.alloc(8);
  sats.writeBigUInt64LE(50_000n);
  const input = () => Buffer.concat([random.bytes(32), Buffer.from('0000000000fdffffff', 'hex')]);
  const witness = () =>
    Buffer.concat([Buffer.from([2, 71]), random.bytes(71), Buffer.from([33]), random.bytes(33)]);
  const bytes = Buffer.concat([
    Buffer.from('020000000001', 'hex'),
    Buffer.from([2]),
    input(),
    input(),
    countOf(outputs.length),
    ...outputs.flatMap((script) => [sats, countOf(script.length), script]),
    witness(),
    witness(),
    Buffer.alloc(4),
  ]);
  return { id: scanTransaction(bytes).txid(), hex: bytes.toString('hex') };
}

/** A block of these transactions on top of another, without proof of work. */
export function buildBlock(previous: string, transactions: readonly Named[], time: number): Named {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(0x20000000, 0);
  Buffer.from(previous, 'hex').reverse().copy(header, 4);
  Buffer.from(merkleRootOf(transactions.map(({ id }) => id)), 'hex')
    .reverse()
    .copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(0x207fffff, 72);
  const id = hash256(header).reverse().toString('hex');
  const parts = [header, countOf(transactions.length)].map((part) => part.toString('hex'));
  return { id, hex: parts.join('') + transactions.map(({ hex }) => hex).join('') };
}

/** The protocol's variable-length integer. */
export function countOf(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value]);
  const long = Buffer.alloc(3, 0xfd);
  long.writeUInt16LE(value, 1);
  return long;
}
