import { createHash } from 'node:crypto';

/** The same seed gives the same choices. */
export interface Random {
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Uint8Array;
}

/** The choices are SHA-256 in counter mode. */
export function seededRandom(seed: string): Random {
  let counter = 0;
  const block = () => createHash('sha256').update(`${seed}:${counter++}`).digest();
  const unit = () => block().readUIntBE(0, 6) / 2 ** 48;
  const int = (min: number, max: number) => min + Math.floor(unit() * (max - min + 1));
  return {
    int,
    chance: (probability) => unit() < probability,
    pick: (items) => {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    bytes: (length) => {
      const out = new Uint8Array(length);
      for (let at = 0; at < length; at += 32) out.set(block().subarray(0, length - at), at);
      return out;
    },
  };
}
