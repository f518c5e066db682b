import { hash } from 'node:crypto';
import { MAX_SATS, type Sats, toSats } from '@/lib/domain/sats';

/** Thrown for bytes that are not exactly one block or one transaction. */
export class ScanError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ScanError';
  }
}

const TWO_32 = 0x1_0000_0000;

/** Reads values in Bitcoin's serialization. @throws ScanError when a read passes the end */
export class ByteReader {
  readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  skip(length: number): void {
    if (length > this.bytes.length - this.offset) throw new ScanError('the bytes end too early');
    this.offset += length;
  }

  /** Returns the next bytes as a view, not a copy. */
  take(length: number): Uint8Array {
    const start = this.offset;
    this.skip(length);
    return this.bytes.subarray(start, start + length);
  }

  uint8(): number {
    const byte = this.bytes[this.offset];
    if (byte === undefined) throw new ScanError('the bytes end too early');
    this.offset += 1;
    return byte;
  }

  uint16(): number {
    return this.uint8() + this.uint8() * 0x100;
  }

  uint32(): number {
    return this.uint16() + this.uint16() * 0x1_0000;
  }

  sats(): Sats {
    const value = this.uint32() + this.uint32() * TWO_32;
    if (value > MAX_SATS) throw new ScanError('an output holds more than all bitcoin');
    return toSats(value);
  }

  /** Reads a compact size. Refuses an encoding that is not the shortest, as nodes do. */
  count(): number {
    const first = this.uint8();
    if (first < 0xfd) return first;
    if (first === 0xfd) return this.#atLeast(0xfd, this.uint16());
    if (first === 0xfe) return this.#atLeast(0x1_0000, this.uint32());
    return this.#atLeast(TWO_32, this.uint32() + this.uint32() * TWO_32);
  }

  end(): void {
    if (this.offset !== this.bytes.length) throw new ScanError('bytes follow after the end');
  }

  #atLeast(least: number, value: number): number {
    if (value < least) throw new ScanError('a count is not in its shortest form');
    return value;
  }
}

export function hash256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/** Returns a hash in display order: hex, last byte first. */
export function toDisplayHash(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex');
}
