import { createHash } from 'node:crypto';
import { createBase58check, hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { networks, payments } from 'bitcoinjs-lib';
import { descriptorChecksum } from '@/lib/bitcoin/descriptor-checksum';

/** The master key of the example mnemonic in BIP 39 and other BIPs. */
export const MASTER = HDKey.fromMasterSeed(
  hex.decode(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  ),
);
export const FINGERPRINT = '73c5da0a';
const OTHERS = [1, 2].map((fill) => HDKey.fromMasterSeed(new Uint8Array(32).fill(fill)));
const base58check = createBase58check((bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest(),
);

export const keyAt = (path: string, master = MASTER) => master.derive(path.replaceAll('h', "'"));
export const fingerprintOf = (master: HDKey) => master.fingerprint.toString(16).padStart(8, '0');

export const xpub = (path: string, master = MASTER) => keyAt(path, master).publicExtendedKey;

/** Replaces the version bytes of an extended key (SLIP-132). */
export function withVersion(version: string, key: string): string {
  const bytes = base58check.decode(key);
  bytes.set(hex.decode(version));
  return base58check.encode(bytes);
}
export const SLIP132_VERSIONS = {
  ypub: '049d7cb2',
  zpub: '04b24746',
  Ypub: '0295b43f',
  Zpub: '02aa7ed3',
};

const publicKey = (path: string, master = MASTER) =>
  keyAt(path, master).publicKey ?? new Uint8Array();
const address = (payment: { address?: string | undefined }) => payment.address ?? '';

/** The first address of each account, derived with other software than ours. */
export const FIRST_ADDRESSES = {
  wpkh: address(payments.p2wpkh({ pubkey: publicKey('m/84h/0h/0h/0/0') })),
  wrapped: address(
    payments.p2sh({ redeem: payments.p2wpkh({ pubkey: publicKey('m/49h/0h/0h/0/0') }) }),
  ),
  pkh: address(payments.p2pkh({ pubkey: publicKey('m/44h/0h/0h/0/0') })),
  /** From BIP 86's test vectors. */
  tr: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
};

export const COSIGNERS = [MASTER, ...OTHERS];
export const MULTISIG_PATH = 'm/48h/0h/0h/2h';
export const MULTISIG_PATHS = [MULTISIG_PATH, 'm/48h/0h/0h/1h', 'm/45h'];

function multisig(path: string): Uint8Array {
  const pubkeys = COSIGNERS.map((one) => publicKey(`${path}/0/0`, one));
  pubkeys.sort(Buffer.compare);
  return payments.p2ms({ m: 2, pubkeys, network: networks.bitcoin }).output ?? new Uint8Array();
}
export const MULTISIG_ADDRESSES = {
  wsh: address(payments.p2wsh({ redeem: { output: multisig(MULTISIG_PATH) } })),
  nested: address(
    payments.p2sh({ redeem: payments.p2wsh({ redeem: { output: multisig('m/48h/0h/0h/1h') } }) }),
  ),
  legacy: address(payments.p2sh({ redeem: { output: multisig('m/45h') } })),
};

const withSum = (body: string) => `${body}#${descriptorChecksum(body)}`;
export const descriptorOf = (name: 'wpkh' | 'tr' | 'pkh' | 'sh', branch = '0') => {
  const purpose = { wpkh: 84, tr: 86, pkh: 44, sh: 49 }[name];
  const key = `[${FINGERPRINT}/${purpose}h/0h/0h]${xpub(`m/${purpose}h/0h/0h`)}/${branch}/*`;
  return withSum(name === 'sh' ? `sh(wpkh(${key}))` : `${name}(${key})`);
};
export const cosignerKeys = (branch: string) =>
  COSIGNERS.map(
    (one) => `[${fingerprintOf(one)}/48'/0'/0'/2']${xpub(MULTISIG_PATH, one)}${branch}`,
  );
export const multisigDescriptor = (branch = '/0/*') =>
  withSum(`wsh(sortedmulti(2,${cosignerKeys(branch).join(',')}))`);
