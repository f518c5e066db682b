import { createHash } from 'node:crypto';
import type { TestNode } from './bitcoind';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const hashOf = (header: Uint8Array) => sha256(sha256(header));

const EASIEST_BITS = 0x207fffff;
const VERSION_BITS = 0x20000000;

/** Sends valid headers on top of the best block of a regtest node. Their blocks do not exist. */
export async function announceHeaders(node: TestNode, count: number): Promise<void> {
  const { hash } = await node.tip();
  const { time } = await node.rpc<{ time: number }>('getblockheader', hash);
  let previous: Uint8Array = Buffer.from(hash, 'hex').reverse();
  for (let n = 1; n <= count; n += 1) {
    const header = Buffer.alloc(80);
    header.writeUInt32LE(VERSION_BITS, 0);
    header.set(previous, 4);
    header.set(sha256(previous), 36);
    header.writeUInt32LE(time + n, 68);
    header.writeUInt32LE(EASIEST_BITS, 72);
    // About half of all hashes meet regtest's target, so a few nonces are enough.
    for (let nonce = 0; (hashOf(header)[31] ?? 255) >= 0x7f; nonce += 1) {
      header.writeUInt32LE(nonce, 76);
    }
    await node.rpc('submitheader', header.toString('hex'));
    previous = hashOf(header);
  }
}
