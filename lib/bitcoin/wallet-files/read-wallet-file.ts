import { NETWORKS, type Network } from '@/lib/domain/network';
import { addressToScript } from '../address';
import type { ParseOptions } from '../descriptor';
import { DescriptorError } from '../descriptor-error';
import { type DescriptorResult, readDescriptor, type WalletFacts } from '../wallet-facts';
import type { WalletCandidate } from './candidate';
import { recognizeWalletFile } from './recognize-wallet-file';

export interface WalletFileResult {
  readonly kind: 'wallets';
  /** The recognized kind of file, as shown to the member. */
  readonly source: string;
  /** At least one. */
  readonly wallets: readonly { readonly label: string; readonly facts: WalletFacts }[];
  readonly leftOut: readonly { readonly label: string; readonly message: string }[];
}
type Refused = Extract<DescriptorResult, { kind: 'refused' }>;

/**
 * Reads a descriptor, an extended public key, or a wallet's export. Returns what to store and show
 * for each wallet, or why none is usable.
 *
 * @param options has the address type of an extended public key that was pasted alone
 * @throws DerivationMismatch when two implementations derive different addresses
 */
export async function readWalletFile(
  text: string,
  network: Network,
  options: ParseOptions = {},
): Promise<WalletFileResult | Refused> {
  try {
    const { kind, candidates } = await recognizeWalletFile(text);
    const read: { label: string; result: DescriptorResult }[] = [];
    for (const candidate of candidates) {
      read.push({ label: candidate.label, result: await judge(candidate, network, options) });
    }
    return sorted(kind, read);
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    return { kind: 'refused', fault: error.code, message: error.message };
  }
}

async function judge(
  { descriptor: text, addressType, firstAddress }: WalletCandidate,
  network: Network,
  options: ParseOptions,
): Promise<DescriptorResult> {
  const result = await readDescriptor({
    text,
    network,
    options: addressType ? { addressType } : options,
  });
  if (result.kind === 'refused' || firstAddress === undefined) return result;
  return isSame(result.facts, firstAddress, network) ? result : addressDiffers();
}

/** Compares only the scripts, because the file's address may be of another network. */
function isSame({ firstAddresses }: WalletFacts, named: string, network: Network): boolean {
  const [own = ''] = firstAddresses;
  const script = addressToScript(own, network);
  return NETWORKS.some((one) => {
    try {
      return addressToScript(named.trim(), one) === script;
    } catch {
      return false;
    }
  });
}

function addressDiffers(): Refused {
  const message =
    'The file names another first address than its keys have, so it was changed or is damaged. Export it again, and do not use this one.';
  return { kind: 'refused', fault: 'address_differs', message };
}

/** Removes duplicates, because a file may contain a wallet in two notations. */
function sorted(
  source: string,
  read: readonly { readonly label: string; readonly result: DescriptorResult }[],
): WalletFileResult | Refused {
  const wallets = new Map<string, { label: string; facts: WalletFacts }>();
  const refused: { label: string; result: Refused }[] = [];
  for (const { label, result } of read) {
    if (result.kind === 'refused') refused.push({ label, result });
    else if (!wallets.has(result.facts.fingerprint)) {
      wallets.set(result.facts.fingerprint, { label, facts: result.facts });
    }
  }
  const [first] = refused;
  if (wallets.size === 0 && first) return first.result;
  const leftOut = refused.map(({ label, result: { message } }) => ({ label, message }));
  return { kind: 'wallets', source, wallets: [...wallets.values()], leftOut };
}
