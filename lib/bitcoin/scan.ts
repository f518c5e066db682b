import type { Sats } from '@/lib/domain/sats';
import { ByteReader, hash256, ScanError, toDisplayHash } from './bytes';

export { ScanError };

export interface ScannedOutput {
  readonly vout: number;
  readonly sats: Sats;
  /** The scriptPubKey, as a view of the scanned bytes, not a copy. */
  readonly script: Uint8Array;
}

export interface ScannedTransaction {
  /** Each access reads the outputs again. */
  readonly outputs: readonly ScannedOutput[];
  /** Returns the spent outpoints, "txid:vout". Each call reads them again. */
  inputs(): string[];
  /** Whether a spent outpoint has one of the {@link outpointFingerprint}s. */
  maySpend(marks: ReadonlySet<number>): boolean;
  /** Computed at the first call. */
  txid(): string;
  /** A view of the scanned bytes, not a copy. */
  raw(): Uint8Array;
}

/** Hashes are hex in display order. */
export interface ScannedHeader {
  readonly hash: string;
  readonly prevHash: string;
  /** From the header. Compare it with {@link merkleRootOf} for an untrusted block. */
  readonly merkleRoot: string;
  readonly time: Date;
  /** The target that the block's hash must meet, in compact form. */
  readonly bits: number;
}

export interface ScannedBlock extends ScannedHeader {
  readonly transactions: readonly ScannedTransaction[];
}

export const HEADER_BYTES = 80;

/** Returns the last 32 bits of the txid in an outpoint "txid:vout". */
export const outpointFingerprint = (outpoint: string) =>
  Number.parseInt(outpoint.slice(56, 64), 16);

/** @throws ScanError when the bytes are too short or too long, or are not a block */
export function scanBlock(bytes: Uint8Array): ScannedBlock {
  const reader = new ByteReader(bytes);
  const header = scanHeader(reader.take(HEADER_BYTES));
  const count = reader.count();
  if (count === 0) throw new ScanError('a block without transactions');
  const transactions: ScannedTransaction[] = [];
  for (let i = 0; i < count; i++) transactions.push(readTransaction(reader));
  reader.end();
  return { ...header, transactions };
}

/** @throws ScanError when the bytes are too short or too long */
export function scanHeader(bytes: Uint8Array): ScannedHeader {
  const reader = new ByteReader(bytes, 4);
  const prevHash = toDisplayHash(reader.take(32));
  const merkleRoot = toDisplayHash(reader.take(32));
  const time = new Date(reader.uint32() * 1000);
  const bits = reader.uint32();
  reader.skip(4);
  reader.end();
  return { hash: toDisplayHash(hash256(bytes)), prevHash, merkleRoot, time, bits };
}

/**
 * Reads a transaction with or without witness data (BIP 144).
 *
 * @throws ScanError when the bytes are too short or too long, or are not a transaction
 */
export function scanTransaction(bytes: Uint8Array): ScannedTransaction {
  const reader = new ByteReader(bytes);
  const transaction = readTransaction(reader);
  reader.end();
  return transaction;
}

/**
 * Returns the merkle root of transaction ids in block order.
 *
 * @throws ScanError for an empty list, or for repeated ids that give the root of a shorter list
 *   (CVE-2012-2459)
 */
export function merkleRootOf(txids: readonly string[]): string {
  let level: Uint8Array[] = txids.map((txid) => Buffer.from(txid, 'hex').reverse());
  while (level.length > 1) {
    const parents: Uint8Array[] = [];
    for (const [i, left] of level.entries()) {
      if (i % 2 === 1) continue;
      const right = level[i + 1];
      if (right && Buffer.compare(left, right) === 0) throw new ScanError('repeated transactions');
      parents.push(hash256(Buffer.concat([left, right ?? left])));
    }
    level = parents;
  }
  const [root] = level;
  if (!root) throw new ScanError('a block without transactions');
  return toDisplayHash(root);
}

function readTransaction(reader: ByteReader): ScannedTransaction {
  const start = reader.offset;
  reader.skip(4);
  const segwit = isSegwit(reader);
  if (segwit) reader.skip(2);
  const body = reader.offset;
  const inputs = skipInputs(reader);
  const outputs = reader.offset;
  skipOutputs(reader);
  const witness = reader.offset;
  if (segwit) skipWitness(reader, inputs);
  reader.skip(4);
  return new Transaction(reader.bytes, { start, body, outputs, witness, end: reader.offset });
}

/** A segwit transaction has a 0 where the number of inputs would be, then a flag of 1 (BIP 144). */
function isSegwit(reader: ByteReader): boolean {
  if (reader.bytes[reader.offset] !== 0) return false;
  if (reader.bytes[reader.offset + 1] !== 1) throw new ScanError('a transaction without inputs');
  return true;
}

function skipInputs(reader: ByteReader): number {
  const count = reader.count();
  if (count === 0) throw new ScanError('a transaction without inputs');
  for (let i = 0; i < count; i++) {
    reader.skip(36);
    reader.skip(reader.count());
    reader.skip(4);
  }
  return count;
}

function skipOutputs(reader: ByteReader): void {
  for (let left = reader.count(); left > 0; left--) {
    reader.sats();
    reader.skip(reader.count());
  }
}

function skipWitness(reader: ByteReader, inputs: number): void {
  let items = 0;
  for (let i = 0; i < inputs; i++) {
    const count = reader.count();
    items += count;
    for (let j = 0; j < count; j++) reader.skip(reader.count());
  }
  if (items === 0) throw new ScanError('a witness flag without a witness');
}

/** Byte offsets, which are needed to hash the transaction without its witness. */
interface Span {
  readonly start: number;
  readonly body: number;
  readonly outputs: number;
  readonly witness: number;
  readonly end: number;
}

class Transaction implements ScannedTransaction {
  readonly #bytes: Uint8Array;
  readonly #span: Span;
  #txid: string | undefined;

  constructor(bytes: Uint8Array, span: Span) {
    this.#bytes = bytes;
    this.#span = span;
  }

  get outputs(): readonly ScannedOutput[] {
    const reader = new ByteReader(this.#bytes, this.#span.outputs);
    return Array.from({ length: reader.count() }, (_, vout) => {
      const sats = reader.sats();
      return { vout, sats, script: reader.take(reader.count()) };
    });
  }

  inputs(): string[] {
    const reader = new ByteReader(this.#bytes, this.#span.body);
    return Array.from({ length: reader.count() }, () => {
      const txid = toDisplayHash(reader.take(32));
      const outpoint = `${txid}:${reader.uint32()}`;
      reader.skip(reader.count());
      reader.skip(4);
      return outpoint;
    });
  }

  raw(): Uint8Array {
    return this.#bytes.subarray(this.#span.start, this.#span.end);
  }

  maySpend(marks: ReadonlySet<number>): boolean {
    const reader = new ByteReader(this.#bytes, this.#span.body);
    for (let left = reader.count(); left > 0; left--) {
      if (marks.has(reader.uint32())) return true;
      reader.skip(32);
      reader.skip(reader.count());
      reader.skip(4);
    }
    return false;
  }

  txid(): string {
    const { start, body, witness, end } = this.#span;
    this.#txid ??= toDisplayHash(
      hash256(
        Buffer.concat([
          this.#bytes.subarray(start, start + 4),
          this.#bytes.subarray(body, witness),
          this.#bytes.subarray(end - 4, end),
        ]),
      ),
    );
    return this.#txid;
  }
}
