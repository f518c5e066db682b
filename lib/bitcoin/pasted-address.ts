import type { Network } from '@/lib/domain/network';
import { AddressError, addressToScript, normalizeAddress } from './address';
import { containsPrivateKey } from './private-key-guard';

export type PastedFault = 'lightning' | 'private_key' | 'wrong_network' | 'unpayable' | 'other';

export type PastedAddress =
  | { readonly kind: 'address'; readonly address: string }
  | {
      readonly kind: PastedFault;
      /** The address's network, judged by its first characters. */
      readonly network?: Network;
    };

/** Invoices (BOLT 11), offers (BOLT 12), LNURL, and Lightning addresses, which look like e-mail. */
const LIGHTNING =
  /^(?:lightning:.*|ln(?:bc|tb|tbs|bcrt|o|r|i|url)[0-9a-z]*1[0-9a-z]+|[^\s@]+@[^\s@]+)$/i;

/**
 * Recognizes what a person pasted into an address field. A payment link (BIP 21) stands for the
 * address in it.
 */
export function readPastedAddress(text: string, network: Network): PastedAddress {
  const pasted = text.trim();
  if (containsPrivateKey(pasted)) return { kind: 'private_key' };
  if (LIGHTNING.test(pasted)) return { kind: 'lightning' };
  const [, inLink] = /^bitcoin:(?:\/\/)?([0-9a-z]*)(?:\?.*)?$/is.exec(pasted) ?? [];
  const address = normalizeAddress(inLink ?? pasted);
  try {
    addressToScript(address, network);
    return { kind: 'address', address };
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    if (error.reason === 'unsupported') return { kind: 'unpayable' };
    if (error.reason === 'malformed') return { kind: 'other' };
    return { kind: 'wrong_network', network: networkOf(address) };
  }
}

/** Testnet3, testnet4 and signet share their prefixes, so all three count as testnet here. */
function networkOf(address: string): Network {
  if (/^(?:bc1|[13])/i.test(address)) return 'mainnet';
  return /^bcrt1/i.test(address) ? 'regtest' : 'testnet';
}

export function addressPrefixes(network: Network): readonly string[] {
  if (network === 'mainnet') return ['bc1', '1', '3'];
  return [network === 'regtest' ? 'bcrt1' : 'tb1', 'm', 'n', '2'];
}
