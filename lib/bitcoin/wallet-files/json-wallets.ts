import { isMultisigScript } from '../extended-key';
import {
  multisigWalletCandidates,
  scriptTypeFromName,
  type WalletCandidate,
  type WalletFileKey,
  walletCandidatesFromKey,
} from './candidate';
import { isObject, nonEmptyString } from './find-json';
import { electrumKindError } from './refusals';

/** Reads the multisig configuration that Caravan and Unchained export. */
export function readCaravan(json: unknown): WalletCandidate[] | undefined {
  if (!isObject(json) || !isObject(json.quorum)) return undefined;
  const list = json.extendedPublicKeys ?? json.extended_public_keys;
  if (!Array.isArray(list)) return undefined;
  const keys = list.filter(isObject).map((one) => ({
    label: '',
    key: nonEmptyString(one.xpub) ?? '',
    path: nonEmptyString(one.bip32Path),
    fingerprint: nonEmptyString(one.xfp),
  }));
  const use = scriptTypeFromName(nonEmptyString(json.addressType) ?? '');
  return multisigWalletCandidates({
    label: nonEmptyString(json.name) ?? '',
    threshold: Number(json.quorum.requiredSigners),
    total: Number(json.quorum.totalSigners ?? keys.length),
    script: isMultisigScript(use) ? use : undefined,
    keys,
  });
}

/** Reads a Sparrow wallet, which has a script type, a policy, and a key for each signer. */
export function readSparrow(json: unknown): WalletCandidate[] | undefined {
  if (!isObject(json) || !Array.isArray(json.keystores)) return undefined;
  const keys = json.keystores.filter(isObject).map((one) => {
    const { masterFingerprint, derivationPath } = isObject(one.keyDerivation)
      ? one.keyDerivation
      : one;
    const key = isObject(one.extendedPublicKey) ? one.extendedPublicKey.key : one.extendedPublicKey;
    return {
      label: '',
      key: nonEmptyString(key) ?? '',
      path: nonEmptyString(derivationPath),
      fingerprint: nonEmptyString(masterFingerprint),
    };
  });
  const label = nonEmptyString(json.name) ?? '';
  const use = scriptTypeFromName(nonEmptyString(json.scriptType) ?? '');
  const [only] = keys;
  if (keys.length === 1 && only) return walletCandidatesFromKey({ ...only, label, use });
  const threshold = /multi(?:_a)?\((\d+),/.exec(JSON.stringify(json.defaultPolicy ?? ''))?.[1];
  return multisigWalletCandidates({
    label,
    threshold: Number(threshold ?? 0),
    total: keys.length,
    script: isMultisigScript(use) ? use : undefined,
    keys,
  });
}

/** Reads a Wasabi wallet file, a format that Coldcard exports too. */
export function readWasabi(json: unknown): WalletCandidate[] | undefined {
  if (!isObject(json) || nonEmptyString(json.ExtPubKey) === undefined) return undefined;
  const fingerprint = nonEmptyString(json.MasterFingerprint);
  const keys: WalletFileKey[] = [
    {
      label: '',
      key: nonEmptyString(json.ExtPubKey) ?? '',
      path: nonEmptyString(json.AccountKeyPath),
      fingerprint,
      use: 'wpkh',
    },
  ];
  const taproot = nonEmptyString(json.TaprootExtPubKey);
  if (taproot) {
    keys.push({
      label: '',
      key: taproot,
      path: nonEmptyString(json.TaprootAccountKeyPath),
      fingerprint,
      use: 'tr',
    });
  }
  return keys.flatMap(walletCandidatesFromKey);
}

/**
 * Reads an Electrum wallet. The key's prefix decides the address type: `xpub` means legacy
 * addresses.
 */
export function readElectrum(json: unknown): WalletCandidate[] | undefined {
  if (!isObject(json)) return undefined;
  const type = nonEmptyString(json.wallet_type);
  const stores = Object.entries(json).filter(([name]) => /^(?:keystore|x\d+\/)$/.test(name));
  if (type === undefined && stores.length === 0) return undefined;
  const keys = stores.map(([, store]) => electrumKey(store));
  const [, threshold, total] = /^(\d+)of(\d+)$/.exec(type ?? '') ?? [];
  if (threshold !== undefined) {
    return multisigWalletCandidates({
      label: '',
      threshold: Number(threshold),
      total: Number(total),
      script: electrumScript(keys),
      keys,
    });
  }
  const [key, ...more] = keys;
  if (!key || more.length > 0 || (type !== undefined && type !== 'standard'))
    throw electrumKindError();
  return walletCandidatesFromKey({
    ...key,
    use: /^[xt]pub/.test(key.key) ? 'pkh' : undefined,
    path: key.path,
  });
}

function electrumKey(store: unknown): WalletFileKey {
  const { xpub, derivation, root_fingerprint, label, ckcc_xfp } = isObject(store) ? store : {};
  if (nonEmptyString(xpub) === undefined) throw electrumKindError();
  return {
    label: nonEmptyString(label) ?? '',
    key: nonEmptyString(xpub) ?? '',
    path: nonEmptyString(derivation),
    fingerprint: nonEmptyString(root_fingerprint) ?? fingerprintOf(ckcc_xfp),
  };
}

/** In files that Coldcard exports for Electrum, the fingerprint is a number with reversed bytes. */
function fingerprintOf(number: unknown): string | undefined {
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 0xffff_ffff)
    return undefined;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes.toString('hex');
}

function electrumScript(keys: readonly WalletFileKey[]) {
  return keys.every(({ key }) => /^[xt]pub/.test(key)) ? 'sh' : undefined;
}
