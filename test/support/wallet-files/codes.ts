import { deflateRawSync } from 'node:zlib';
import { UR, UREncoder } from '@ngraveio/bc-ur';
import { base32nopad, hex } from '@scure/base';
import { encode, Tag } from 'cbor2';
import { keyAt, MASTER } from './keys';

const keypath = (components: readonly unknown[], source?: number) =>
  new Tag(
    304,
    new Map<number, unknown>([
      [1, components],
      ...(source === undefined ? [] : ([[2, source]] as const)),
    ]),
  );

/** Returns an extended key in the binary format of devices' QR codes (BCR-2020-007). */
export function hdKey(
  path: string,
  { master = MASTER, tag = 303, children = [] as readonly unknown[] } = {},
): Tag {
  const key = keyAt(path, master);
  const steps = path
    .split('/')
    .slice(1)
    .flatMap((step) => [Number.parseInt(step, 10), step.endsWith('h')]);
  const origin = keypath(steps, master.fingerprint);
  return new Tag(
    tag,
    new Map<number, unknown>([
      [3, key.publicKey],
      [4, key.chainCode],
      [6, origin],
      ...(children.length > 0 ? ([[7, keypath(children)]] as const) : []),
      [8, key.parentFingerprint],
    ]),
  );
}

export const RECEIVE_KEYPATH = [[0, false, 1, false], [], false];
export const bytes = (text: string) => new TextEncoder().encode(text);

/** Returns the parts of an animated QR code, and further parts for a camera that misses some. */
export function urParts(type: string, content: unknown, size: number, skipped = 0): string {
  const encoder = new UREncoder(new UR(Buffer.from(encode(content)), type), size);
  const parts = Array.from(
    { length: encoder.fragmentsLength === 1 ? 1 : encoder.fragmentsLength * 3 },
    () => encoder.nextPart(),
  );
  return parts.slice(parts.length > 1 ? skipped : 0).join('\n');
}

export function bbqrParts(
  text: string,
  type: 'J' | 'U',
  encoding: 'H' | '2' | 'Z',
  size: number,
): string {
  const raw = encoding === 'Z' ? deflateRawSync(bytes(text), { windowBits: 10 }) : bytes(text);
  const chunks = Array.from({ length: Math.ceil(raw.length / size) }, (_, n) =>
    raw.subarray(n * size, (n + 1) * size),
  );
  const digits = (value: number) => value.toString(36).toUpperCase().padStart(2, '0');
  return chunks
    .map((chunk, n) => {
      const body =
        encoding === 'H'
          ? hex.encode(Uint8Array.from(chunk)).toUpperCase()
          : base32nopad.encode(Uint8Array.from(chunk));
      return `B$${encoding}${type}${digits(chunks.length)}${digits(n)}${body}`;
    })
    .reverse()
    .join('\n');
}
