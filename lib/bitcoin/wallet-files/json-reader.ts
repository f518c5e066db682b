import {
  EXTENDED_KEY_PATTERN,
  scriptTypeFromName,
  type WalletCandidate,
  type WalletFileKey,
  walletCandidatesFromKeys,
} from './candidate';
import { findDescriptors, isChangeDescriptor } from './descriptor-text';
import {
  type JsonObject,
  type JsonStringField,
  listStringFields,
  nonEmptyString,
} from './find-json';
import { changeBranchOnlyError } from './refusals';

/**
 * Reads all descriptors in a JSON file, at any depth, such as an export of Bitcoin Core, Specter,
 * Sparrow or Coldcard.
 */
export function readJsonDescriptors(json: unknown): WalletCandidate[] | undefined {
  const found = listStringFields(json).flatMap((field) =>
    findDescriptors(field.value).map(({ text }) => ({ field, text: filled(text, field) })),
  );
  if (found.length === 0) return undefined;
  const receiving = found.filter(
    ({ field, text }) => !isChangeDescriptor(text) && !isInternal(field),
  );
  if (receiving.length === 0) throw changeBranchOnlyError();
  const active = (field: JsonStringField) => field.owners.at(-1)?.active === true;
  const sorted = receiving.toSorted((a, b) => Number(active(b.field)) - Number(active(a.field)));
  return sorted.map(({ field, text }) => ({
    label: labelOf(field),
    descriptor: text,
    ...firstAddressOf(field),
  }));
}

/** Replaces placeholders such as `@0` in a wallet policy (BIP 388) by the file's keys. */
function filled(text: string, { owners }: JsonStringField): string {
  const own = Object.values(owners.at(-1) ?? {});
  const keys = own.find(
    (one) => Array.isArray(one) && one.every((key) => EXTENDED_KEY_PATTERN.test(String(key))),
  );
  return Array.isArray(keys)
    ? text.replace(/@(\d+)/g, (_, n: string) => String(keys[Number(n)]))
    : text;
}

function isInternal({ owners, names }: JsonStringField): boolean {
  return owners.at(-1)?.internal === true || names.some((name) => /change|internal/i.test(name));
}

function labelOf({ owners, names }: JsonStringField): string {
  const own = owners.at(-1) ?? {};
  const name = [
    own.label,
    own.name,
    own.alias,
    owners[0]?.label,
    owners[0]?.name,
    owners[0]?.wallet_name,
  ];
  const given = name.map(nonEmptyString).find((one) => one !== undefined);
  const active = typeof own.active === 'boolean' ? (own.active ? 'active' : 'not active') : '';
  return [given ?? names.at(-2) ?? '', active].filter(Boolean).join(', ');
}

function firstAddressOf({ owners }: JsonStringField): Pick<WalletCandidate, 'firstAddress'> {
  const first = nonEmptyString(owners.at(-1)?.first);
  return first === undefined ? {} : { firstAddress: first };
}

const FIELD = {
  path: /^(?:deriv(?:ation)?(?:_?path)?|(?:account_?)?(?:key_?)?path|bip32_?(?:path|derivation)|freshaddresspath)$/i,
  fingerprint: /^(?:xfp|(?:master|root)?_?(?:key_?)?fingerprint)$/i,
  use: /^(?:type|script(?:_?type)?|address_?type|format|policy_?type)$/i,
};

/**
 * Reads the extended public keys and their paths in a JSON file, such as an export of Coldcard,
 * Passport, Ledger or Trezor.
 */
export function readJsonKeys(json: unknown): WalletCandidate[] | undefined {
  const keys = keysOf(json);
  if (keys.length === 0) return undefined;
  return walletCandidatesFromKeys(keys);
}

function keysOf(json: unknown): WalletFileKey[] {
  const fields = listStringFields(json).filter(({ value }) => EXTENDED_KEY_PATTERN.test(value));
  // Coldcard's files contain each key again in a second encoding, under the name `_pub`.
  const distinct = fields.filter(({ name }) => !/^_pub$/i.test(name));
  const keys = (distinct.length > 0 ? distinct : fields).map(keyOf);
  const placed = keys.filter(({ path, use }) => path !== undefined || use !== undefined);
  return placed.length > 0 ? placed : keys;
}

function keyOf(field: JsonStringField): WalletFileKey {
  const { owners, names, name, value } = field;
  const own = owners.at(-1) ?? {};
  const prefix = /^(.*?)_?(?:ext)?(?:x?pub)?(?:key)?$/i.exec(name)?.[1] ?? '';
  const near = (pattern: RegExp, object: JsonObject) =>
    Object.entries(object).find(([key, item]) => pattern.test(key) && nonEmptyString(item))?.[1];
  const path =
    nonEmptyString(own[`${prefix}_deriv`]) ??
    nonEmptyString(own[`${name}_deriv`]) ??
    nonEmptyString(near(FIELD.path, own));
  // The outermost fingerprint identifies the device. Coldcard's files also have one for each
  // account.
  const fingerprint = owners.map((one) => near(FIELD.fingerprint, one)).find(Boolean);
  const words = [nonEmptyString(near(FIELD.use, own)), codeIn(own.name), name, names.at(-2)];
  const said = words.map((word) => scriptTypeFromName(word ?? ''));
  return {
    label: nonEmptyString(own.label) ?? '',
    key: value,
    path: path !== undefined && /\d/.test(path) ? path : undefined,
    fingerprint: nonEmptyString(fingerprint),
    use: said.find((use) => use !== undefined),
    firstAddress: nonEmptyString(own.first),
  };
}

/**
 * Returns a name that is a script's code, such as Coldcard's `p2wpkh`. Any other name may be a text
 * of the merchant's choice.
 */
function codeIn(name: unknown): string | undefined {
  return /^p2[a-z0-9-]+$/.exec(nonEmptyString(name) ?? '')?.[0];
}
