import { changeBranchWarning } from '@/lib/bitcoin/change-branch';
import type { ParseOptions } from '@/lib/bitcoin/descriptor';
import { readDescriptor, type WalletFacts } from '@/lib/bitcoin/wallet-facts';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField } from '@/lib/domain/problems';

export interface AddressPreview {
  /** The descriptor's script functions with the keys left out, such as `wpkh`. */
  readonly kind: string;
  readonly addresses: readonly string[];
  /** The warning about a change branch. */
  readonly warning: string | null;
}

/**
 * The first addresses of a descriptor as it is typed, to compare with the merchant's own wallet.
 * Stores nothing.
 *
 * @throws Problem `forbidden` unless the actor is an owner; the problems of {@link walletFacts}
 */
export async function previewAddresses(
  actor: Actor,
  network: Network,
  text: string,
  options: ParseOptions = {},
): Promise<AddressPreview> {
  mayAdminister(actor);
  const { kind, canonical, firstAddresses } = await walletFacts(text, network, options);
  return { kind, addresses: firstAddresses, warning: changeBranchWarning(canonical) ?? null };
}

/**
 * Parses a descriptor and derives what is stored of it.
 *
 * @throws Problem `invalid_request` at the field, which never quotes the input
 */
export async function walletFacts(
  text: string,
  network: Network,
  options: ParseOptions,
): Promise<WalletFacts> {
  const read = await readDescriptor({ text, network, options });
  if (read.kind === 'wallet') return read.facts;
  throw invalidField('/descriptor', read.fault, read.message);
}
