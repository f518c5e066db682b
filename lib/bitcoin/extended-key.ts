import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { HDKey } from '@scure/bip32';
import type { Network } from '@/lib/domain/network';
import type { ParentKey } from './child-keys';
import { DescriptorError } from './descriptor-error';
import { BITCOIN_PARAMETERS } from './network';
import { privateKeyError } from './private-key-guard';

export const ADDRESS_TYPES = ['pkh', 'sh(wpkh)', 'wpkh', 'tr'] as const;
export type AddressType = (typeof ADDRESS_TYPES)[number];

export const MULTISIG_SCRIPTS = ['sh', 'sh(wsh)', 'wsh'] as const;
export type MultisigScript = (typeof MULTISIG_SCRIPTS)[number];

interface Version {
  readonly mainnet: boolean;
  /** The address type or script that SLIP-132 assigns to these version bytes. */
  readonly use?: AddressType | MultisigScript;
}

/** The version bytes of BIP 32 and SLIP-132. */
const VERSIONS: ReadonlyMap<number, Version> = new Map<number, Version>([
  [0x0488b21e, { mainnet: true }], // xpub
  [0x049d7cb2, { mainnet: true, use: 'sh(wpkh)' }], // ypub
  [0x04b24746, { mainnet: true, use: 'wpkh' }], // zpub
  [0x0295b43f, { mainnet: true, use: 'sh(wsh)' }], // Ypub
  [0x02aa7ed3, { mainnet: true, use: 'wsh' }], // Zpub
  [0x043587cf, { mainnet: false }], // tpub
  [0x044a5262, { mainnet: false, use: 'sh(wpkh)' }], // upub
  [0x045f1cf6, { mainnet: false, use: 'wpkh' }], // vpub
  [0x024289ef, { mainnet: false, use: 'sh(wsh)' }], // Upub
  [0x02575483, { mainnet: false, use: 'wsh' }], // Vpub
]);

const BYTES = 78;
/** The 33-byte key begins here. Its first byte is 0 for a private key. */
const KEY_OFFSET = 45;
const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));

export interface ExtendedKey {
  /** Encoded with the prefix of BIP 32: xpub or tpub. */
  readonly text: string;
  readonly use: AddressType | undefined;
  readonly key: ParentKey;
  readonly depth: number;
}

/**
 * Parses an extended public key of the network, with a prefix of BIP 32 or SLIP-132 such as zpub.
 *
 * @throws DescriptorError private_key, wrong_network, multisig_account_key, bad_key
 */
export function parseExtendedKey(word: string, network: Network): ExtendedKey {
  const bytes = decode(word);
  if (bytes[KEY_OFFSET] === 0) throw privateKeyError();
  const view = new DataView(bytes.buffer);
  const version = VERSIONS.get(view.getUint32(0));
  if (!version) throw badKey();
  const versions = BITCOIN_PARAMETERS[network].params.bip32;
  if (version.mainnet !== VERSIONS.get(versions.public)?.mainnet) {
    throw wrongNetwork(version.mainnet, network);
  }
  const { use } = version;
  if (isMultisigScript(use)) throw multisigAccountKeyError();
  view.setUint32(0, versions.public);
  const text = base58check.encode(bytes);
  return { text, use, ...parentKey(text, versions) };
}

export function isMultisigScript(use: string | undefined): use is MultisigScript {
  return MULTISIG_SCRIPTS.some((script) => script === use);
}

/** An extended public key from a wallet file, whose network is not known yet. */
export interface Bip32Key {
  /** Encoded with the prefix of BIP 32: xpub or tpub. */
  readonly text: string;
  /** The address type or script that SLIP-132 assigns to the original prefix. */
  readonly use: AddressType | MultisigScript | undefined;
  readonly depth: number;
  /** The last derivation step to this key. Hardened steps begin at 2^31. */
  readonly child: number;
}

const DEPTH_OFFSET = 4;
const CHILD_OFFSET = 9;

/**
 * Re-encodes an extended public key of any network with the prefix of BIP 32.
 *
 * @throws DescriptorError private_key, bad_key
 */
export function toBip32Key(word: string): Bip32Key {
  const bytes = decode(word);
  if (bytes[KEY_OFFSET] === 0) throw privateKeyError();
  const view = new DataView(bytes.buffer);
  const version = VERSIONS.get(view.getUint32(0));
  if (!version) throw badKey();
  const { params } = BITCOIN_PARAMETERS[version.mainnet ? 'mainnet' : 'testnet'];
  view.setUint32(0, params.bip32.public);
  return {
    text: base58check.encode(bytes),
    use: version.use,
    depth: view.getUint8(DEPTH_OFFSET),
    child: view.getUint32(CHILD_OFFSET),
  };
}

/** Encodes an extended public key. A device's QR code contains these parts in CBOR. */
export function encodeExtendedKey(key: {
  readonly mainnet: boolean;
  readonly depth: number;
  readonly parent: number;
  readonly child: number;
  readonly chainCode: Uint8Array;
  readonly publicKey: Uint8Array;
}): string {
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);
  const { params } = BITCOIN_PARAMETERS[key.mainnet ? 'mainnet' : 'testnet'];
  view.setUint32(0, params.bip32.public);
  view.setUint8(DEPTH_OFFSET, key.depth);
  view.setUint32(DEPTH_OFFSET + 1, key.parent);
  view.setUint32(CHILD_OFFSET, key.child);
  bytes.set(key.chainCode, CHILD_OFFSET + 4);
  bytes.set(key.publicKey, KEY_OFFSET);
  return base58check.encode(bytes);
}

function decode(word: string): Uint8Array<ArrayBuffer> {
  // 78 bytes and a checksum encode to at most 112 characters.
  if (word.length > 112) throw badKey();
  try {
    const bytes = new Uint8Array(base58check.decode(word));
    if (bytes.length === BYTES) return bytes;
  } catch {}
  throw badKey();
}

function parentKey(text: string, versions: { public: number; private: number }) {
  let node: HDKey;
  try {
    node = HDKey.fromExtendedKey(text, versions);
  } catch {
    throw badKey();
  }
  const { publicKey, chainCode, depth } = node;
  if (!publicKey || !chainCode) throw badKey();
  return { key: { publicKey, chainCode }, depth };
}

function badKey(): DescriptorError {
  return new DescriptorError(
    'bad_key',
    'A key is not a valid extended public key (xpub …): a character may be missing or wrong. ' +
      'Copy it from the wallet again.',
  );
}

function wrongNetwork(mainnet: boolean, network: Network): DescriptorError {
  const its = mainnet ? 'mainnet' : 'a test network';
  return new DescriptorError('wrong_network', `A key belongs to ${its}, not to ${network}.`);
}

export function multisigAccountKeyError(): DescriptorError {
  return new DescriptorError(
    'multisig_account_key',
    'This is one key of a multisig wallet, which alone says nothing of its addresses. Export the ' +
      'whole descriptor, wsh(sortedmulti(…)), from the wallet.',
  );
}
