import { describe, expect, it } from 'vitest';
import { GENESIS } from '@/lib/chain/sources/sandbox/genesis';
import { checkBlock } from './check-block';
import { decodeTarget, hasProofOfWork } from './network';
import { ScanError, scanBlock } from './scan';

describe('proof of work', () => {
  // The samples are mainnet blocks 800,000 and 125,552.
  const NEW = {
    hash: '00000000000000000002a7c4c1e48d76c5a37902165a270156b7a8d72728a054',
    bits: 0x17053894,
  };
  const OLD = {
    hash: '00000000000000001e8d6829a8a21adc5d38d0a473b144b6765798e61f98bd1d',
    bits: 0x1a44b9f2,
  };

  it('the proof of work of a recent mainnet block is accepted', () => {
    expect(hasProofOfWork(NEW.hash, NEW.bits, 'mainnet')).toBe(true);
  });

  it('a proof of work is rejected when the hash misses the target in the header', () => {
    expect(hasProofOfWork(OLD.hash, NEW.bits, 'mainnet')).toBe(false);
  });

  it('a proof of work is rejected on mainnet if it has the low difficulty of early blocks', () => {
    expect(hasProofOfWork(OLD.hash, OLD.bits, 'mainnet')).toBe(false);
    expect(hasProofOfWork(OLD.hash, OLD.bits, 'testnet')).toBe(true);
  });

  it.each(['mainnet', 'testnet', 'testnet4', 'signet'] as const)(
    'a proof of work with the low difficulty of regtest is rejected on %s',
    (network) => {
      expect(hasProofOfWork('00'.repeat(32), 0x207fffff, network)).toBe(false);
    },
  );

  // The cases come from Bitcoin Core's arith_uint256 tests.
  it.each([
    [0, 0n],
    [0x00123456, 0n],
    [0x01003456, 0n],
    [0x01123456, 0x12n],
    [0x02008000, 0x80n],
    [0x05009234, 0x92340000n],
    [0x04923456, 0n],
    [0x04123456, 0x12345600n],
    [0x20123456, 0x123456n << 232n],
  ])('the compact target %#x is decoded as by Bitcoin Core', (bits, target) => {
    expect(decodeTarget(bits)).toBe(target);
  });
});

describe('an untrusted block', () => {
  it('a valid untrusted block is accepted with its hash and height', () => {
    expect(checkBlock(GENESIS.raw, 'regtest')).toMatchObject({ hash: GENESIS.hash, height: 0 });
  });

  it('an untrusted block is rejected when one of its transactions is changed', () => {
    const raw = changed(GENESIS.raw.length - 1);
    expect(() => checkBlock(raw, 'regtest')).toThrow(ScanError);
    expect(() => checkBlock(raw, 'regtest')).toThrow(/merkle root/);
  });

  it('a block whose first transaction is not a coinbase is rejected despite its proof of work', () => {
    const raw = mined(changed(FIRST_OUTPOINT));
    expect(() => checkBlock(raw, 'regtest')).toThrow(/no coinbase/);
  });

  it.each([
    ['OP_1', 0x51, 1],
    ['OP_16', 0x60, 16],
    ['three bytes', 0x03, 0xffff],
  ])(
    'the height of an untrusted block is read from its coinbase, which encodes the height as %s (BIP 34)',
    (_, first, height) => {
      const raw = mined(changed(COINBASE_SCRIPT, FIRST_OF_SCRIPT ^ first));
      expect(checkBlock(raw, 'regtest').height).toBe(height);
    },
  );

  it.each([
    ['nothing', 0x00],
    ['five bytes', 0x05],
    ['OP_RESERVED', 0x50],
    ['OP_NOP', 0x61],
  ])('an untrusted block is rejected when its coinbase has %s instead of a height', (_, first) => {
    const raw = mined(changed(COINBASE_SCRIPT, FIRST_OF_SCRIPT ^ first));
    expect(() => checkBlock(raw, 'regtest')).toThrow(/no height/);
  });

  it('an untrusted block is rejected on a network that requires more proof of work', () => {
    expect(() => checkBlock(GENESIS.raw, 'signet')).toThrow(/too little proof of work for signet/);
  });
});

const FIRST_OUTPOINT = 80 + 1 + 4 + 1;
const COINBASE_SCRIPT = FIRST_OUTPOINT + 36 + 1;
const FIRST_OF_SCRIPT = 0x04;

function changed(at: number, bits = 1): Buffer {
  const raw = Buffer.from(GENESIS.raw);
  raw.writeUInt8(raw.readUInt8(at) ^ bits, at);
  return raw;
}

function mined(raw: Buffer): Buffer {
  const [transaction] = scanBlock(raw).transactions;
  Buffer.from(transaction?.txid() ?? '', 'hex')
    .reverse()
    .copy(raw, 36);
  for (let nonce = 0; ; nonce++) {
    raw.writeUInt32LE(nonce, 76);
    const { hash, bits } = scanBlock(raw);
    if (hasProofOfWork(hash, bits, 'regtest')) return raw;
  }
}
