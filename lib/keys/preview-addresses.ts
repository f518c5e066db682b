import { warnIfChangeBranch } from '@/lib/bitcoin/change-branch';
import { DerivationMismatch } from '@/lib/bitcoin/checked-addresses';
import type { ParseOptions } from '@/lib/bitcoin/descriptor';
import { keyFingerprints } from '@/lib/bitcoin/key-paths';
import { readDescriptor, type WalletFacts } from '@/lib/bitcoin/wallet-facts';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField, Problem } from '@/lib/domain/problems';

export interface AddressPreview {
  /** The descriptor's script functions with the keys left out, such as `wpkh`. */
  readonly kind: string;
  /** The fingerprint of each key's device; null for a key without its origin. */
  readonly fingerprints: readonly (string | null)[];
  readonly addresses: readonly string[];
  /** The warning about a change branch. */
  readonly warning: string | null;
}

/**
 * Returns the first addresses of a descriptor as it is typed, to compare with the merchant's own
 * wallet. Stores nothing.
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
  const typed = { network, descriptor: text, ...options };
  const { kind, canonical, firstAddresses } = await walletFacts(typed);
  return {
    kind,
    fingerprints: keyFingerprints(canonical),
    addresses: firstAddresses,
    warning: warnIfChangeBranch(canonical) ?? null,
  };
}

/** A wallet as it is typed. */
export interface TypedWallet {
  readonly network: Network;
  /** A receive descriptor, or a bare extended public key. */
  readonly descriptor: string;
  /** The address type of a bare extended public key. */
  readonly addressType?: ParseOptions['addressType'];
}

export interface ReadWallet extends WalletFacts {
  readonly network: Network;
}

/**
 * Parses a descriptor and derives the stored facts.
 *
 * @throws Problem `invalid_request` at the field, which never quotes the input
 */
export async function walletFacts(typed: TypedWallet): Promise<ReadWallet> {
  const { network, descriptor: text, addressType } = typed;
  const options = addressType ? { addressType } : {};
  const read = await readDescriptor({ text, network, options }).catch(refuseDifference);
  if (read.kind === 'wallet') return { network, ...read.facts };
  throw invalidField('/descriptor', read.fault, read.message);
}

function refuseDifference(error: unknown): never {
  if (!(error instanceof DerivationMismatch)) throw error;
  throw new Problem(
    'address_not_verified',
    'Two libraries derive different addresses of this wallet. Do not use it, and report this with the wallet’s type.',
  );
}
