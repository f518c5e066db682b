import type { Network } from '@/lib/domain/network';
import { ByteReader, ScanError } from './bytes';
import { BITCOIN_PARAMETERS, hasProofOfWork } from './network';
import { HEADER_BYTES, merkleRootOf, type ScannedBlock, scanBlock } from './scan';

const OP_1 = 0x51;
const OP_16 = 0x60;
const NO_OUTPOINT = `${'00'.repeat(32)}ffffffff`;

export interface CheckedBlock extends ScannedBlock {
  readonly height: number;
}

/**
 * Reads an untrusted block and checks its proof of work, its merkle root, and that its coinbase
 * states the height (BIP 34). The block may still not be on the best chain.
 *
 * @throws ScanError naming the fault
 */
export function checkBlock(bytes: Uint8Array, network: Network): CheckedBlock {
  const block = scanBlock(bytes);
  if (!hasProofOfWork(block.hash, block.bits, network)) {
    throw new ScanError(`too little proof of work for ${network}`);
  }
  if (merkleRootOf(block.transactions.map((tx) => tx.txid())) !== block.merkleRoot) {
    throw new ScanError('the transactions do not match the merkle root');
  }
  const height = block.hash === BITCOIN_PARAMETERS[network].genesisHash ? 0 : coinbaseHeight(bytes);
  return { ...block, height };
}

function coinbaseHeight(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes, HEADER_BYTES);
  reader.count();
  reader.skip(4);
  if (reader.bytes[reader.offset] === 0) reader.skip(2);
  reader.count();
  // The first transaction must be a coinbase. Otherwise 64-byte inner nodes of the merkle tree
  // could pass as transactions (CVE-2017-12842).
  if (Buffer.from(reader.take(36)).toString('hex') !== NO_OUTPOINT) {
    throw new ScanError('the first transaction is no coinbase');
  }
  const script = new ByteReader(reader.take(reader.count()));
  const length = script.uint8();
  if (length >= OP_1 && length <= OP_16) return length - OP_1 + 1;
  if (length === 0 || length > 4) throw new ScanError('the coinbase states no height');
  return script.take(length).reduce((height, byte, i) => height + byte * 256 ** i, 0);
}
