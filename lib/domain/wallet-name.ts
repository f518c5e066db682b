const KIND_NAMES: Readonly<Record<string, string>> = {
  wpkh: 'Native segwit',
  tr: 'Taproot',
  'sh(wpkh)': 'Nested segwit',
  pkh: 'Legacy',
  'wsh(sortedmulti)': 'Multisig',
  'wsh(multi)': 'Multisig',
  'sh(wsh(sortedmulti))': 'Nested multisig',
  'sh(wsh(multi))': 'Nested multisig',
};

export function walletKindName(kind: string): string {
  return KIND_NAMES[kind] ?? 'Script';
}

/**
 * Returns a wallet's default name: its kind and the fingerprint of its first device.
 *
 * @param taken the names of the merchant's other wallets
 */
export function defaultWalletName(
  kind: string,
  fingerprints: readonly (string | null)[],
  taken: readonly string[],
): string {
  const device = fingerprints.find((one) => one !== null);
  const name = device ? `${walletKindName(kind)} ${device}` : walletKindName(kind);
  const names = [name, ...taken.map((_, place) => `${name} (${place + 2})`)];
  return names.find((one) => !taken.includes(one)) ?? name;
}
