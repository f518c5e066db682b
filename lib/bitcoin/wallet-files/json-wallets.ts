import { isMultisigScript } from '../extended-key';
import { accounts, type Candidate, type FileKey, multisigs, namedUse } from './candidate';
import { isObject, textOf } from './find-json';
import { electrumKind } from './refusals';

/** Caravan's and Unchained's configuration of a multisig wallet. */
export function readCaravan(json: unknown): Candidate[] | undefined {
  if (!isObject(json) || !isObject(json.quorum)) return undefined;
  const list = json.extendedPublicKeys ?? json.extended_public_keys;
  if (!Array.isArray(list)) return undefined;
  const keys = list.filter(isObject).map((one) => ({
    label: '',
    key: textOf(one.xpub) ?? '',
    path: textOf(one.bip32Path),
    fingerprint: textOf(one.xfp),
  }));
  const use = namedUse(textOf(json.addressType) ?? '');
  return multisigs({
    label: textOf(json.name) ?? '',
    threshold: Number(json.quorum.requiredSigners),
    total: Number(json.quorum.totalSigners ?? keys.length),
    script: isMultisigScript(use) ? use : undefined,
    keys,
  });
}

/** A wallet as Sparrow stores it: a type of script, a policy, and a key for each signer. */
export function readSparrow(json: unknown): Candidate[] | undefined {
  if (!isObject(json) || !Array.isArray(json.keystores)) return undefined;
  const keys = json.keystores.filter(isObject).map((one) => {
    const { masterFingerprint, derivationPath } = isObject(one.keyDerivation)
      ? one.keyDerivation
      : one;
    const key = isObject(one.extendedPublicKey) ? one.extendedPublicKey.key : one.extendedPublicKey;
    return {
      label: '',
      key: textOf(key) ?? '',
      path: textOf(derivationPath),
      fingerprint: textOf(masterFingerprint),
    };
  });
  const label = textOf(json.name) ?? '';
  const use = namedUse(textOf(json.scriptType) ?? '');
  const [only] = keys;
  if (keys.length === 1 && only) return accounts({ ...only, label, use });
  const threshold = /multi(?:_a)?\((\d+),/.exec(JSON.stringify(json.defaultPolicy ?? ''))?.[1];
  return multisigs({
    label,
    threshold: Number(threshold ?? 0),
    total: keys.length,
    script: isMultisigScript(use) ? use : undefined,
    keys,
  });
}

/** Wasabi's wallet file, also as Coldcard exports it. */
export function readWasabi(json: unknown): Candidate[] | undefined {
  if (!isObject(json) || textOf(json.ExtPubKey) === undefined) return undefined;
  const fingerprint = textOf(json.MasterFingerprint);
  const keys: FileKey[] = [
    {
      label: '',
      key: textOf(json.ExtPubKey) ?? '',
      path: textOf(json.AccountKeyPath),
      fingerprint,
      use: 'wpkh',
    },
  ];
  const taproot = textOf(json.TaprootExtPubKey);
  if (taproot) {
    keys.push({
      label: '',
      key: taproot,
      path: textOf(json.TaprootAccountKeyPath),
      fingerprint,
      use: 'tr',
    });
  }
  return keys.flatMap(accounts);
}

/** Electrum spells the type of its addresses in the key: `xpub` is legacy there. */
export function readElectrum(json: unknown): Candidate[] | undefined {
  if (!isObject(json)) return undefined;
  const type = textOf(json.wallet_type);
  const stores = Object.entries(json).filter(([name]) => /^(?:keystore|x\d+\/)$/.test(name));
  if (type === undefined && stores.length === 0) return undefined;
  const keys = stores.map(([, store]) => electrumKey(store));
  const [, threshold, total] = /^(\d+)of(\d+)$/.exec(type ?? '') ?? [];
  if (threshold !== undefined) {
    return multisigs({
      label: '',
      threshold: Number(threshold),
      total: Number(total),
      script: electrumScript(keys),
      keys,
    });
  }
  const [key, ...more] = keys;
  if (!key || more.length > 0 || (type !== undefined && type !== 'standard')) throw electrumKind();
  return accounts({ ...key, use: /^[xt]pub/.test(key.key) ? 'pkh' : undefined, path: key.path });
}

function electrumKey(store: unknown): FileKey {
  const { xpub, derivation, root_fingerprint, label, ckcc_xfp } = isObject(store) ? store : {};
  if (textOf(xpub) === undefined) throw electrumKind();
  return {
    label: textOf(label) ?? '',
    key: textOf(xpub) ?? '',
    path: textOf(derivation),
    fingerprint: textOf(root_fingerprint) ?? fingerprintOf(ckcc_xfp),
  };
}

/** Coldcard gives Electrum the fingerprint as a number, in the other byte order. */
function fingerprintOf(number: unknown): string | undefined {
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > 0xffff_ffff)
    return undefined;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes.toString('hex');
}

function electrumScript(keys: readonly FileKey[]) {
  return keys.every(({ key }) => /^[xt]pub/.test(key)) ? 'sh' : undefined;
}
