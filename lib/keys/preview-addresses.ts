import { warnIfChangeBranch } from '@/lib/bitcoin/change-branch';
import { DerivationMismatch } from '@/lib/bitcoin/checked-addresses';
import type { ParseOptions } from '@/lib/bitcoin/descriptor';
import { keyFingerprints } from '@/lib/bitcoin/key-paths';
import type { WalletFacts } from '@/lib/bitcoin/wallet-facts';
import { type ReadWalletFile, readWalletFile } from '@/lib/bitcoin/wallet-files/read-wallet-file';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField, Problem } from '@/lib/domain/problems';

/** A wallet in a text, as it is shown before it is added. */
export interface WalletPreview {
  /** What distinguishes the wallet in its file; may be empty. */
  readonly label: string;
  /** Canonical, to add the wallet with. */
  readonly descriptor: string;
  /** The descriptor's script functions with the keys left out, such as `wpkh`. */
  readonly kind: string;
  /** The fingerprint of each key's device; null for a key without its origin. */
  readonly fingerprints: readonly (string | null)[];
  readonly addresses: readonly string[];
  /** The warning about a change branch. */
  readonly warning: string | null;
  /** What to know of the wallet's kind of addresses. */
  readonly note: string | null;
}

export interface Preview {
  /** What the text was recognized as, in words. */
  readonly source: string;
  readonly wallets: readonly WalletPreview[];
  /** What is in the file besides, and why it cannot be used. */
  readonly leftOut: readonly { readonly label: string; readonly message: string }[];
}

/**
 * Returns the wallets of a text as it is typed or dropped, with their first addresses to compare with
 * the merchant's own wallet. Stores nothing.
 *
 * @throws Problem `forbidden` unless the actor is an owner; the problems of {@link walletFacts}
 */
export async function previewWallets(
  actor: Actor,
  network: Network,
  text: string,
  options: ParseOptions = {},
): Promise<Preview> {
  mayAdminister(actor);
  const { source, wallets, leftOut } = await readTyped({ network, descriptor: text, ...options });
  return {
    source,
    wallets: wallets.map(({ label, facts: { canonical, kind, firstAddresses } }) => ({
      label,
      descriptor: canonical,
      kind,
      fingerprints: keyFingerprints(canonical),
      addresses: firstAddresses,
      warning: warnIfChangeBranch(canonical) ?? null,
      note: kind.startsWith('tr') ? TAPROOT_NOTE : null,
    })),
    leftOut,
  };
}

const TAPROOT_NOTE =
  'Some exchanges cannot pay to taproot addresses (bc1p…) yet. Every wallet and exchange can pay to native segwit, wpkh(…).';

/** A wallet as it is typed. */
export interface TypedWallet {
  readonly network: Network;
  /** A receive descriptor, a bare extended public key, or the text of a file with one wallet. */
  readonly descriptor: string;
  /** The address type of a bare extended public key. */
  readonly addressType?: ParseOptions['addressType'];
}

export interface ReadWallet extends WalletFacts {
  readonly network: Network;
}

/**
 * Reads a wallet and derives what is stored of it.
 *
 * @throws Problem `invalid_request` at the field, which never quotes the input, also for a file of
 *   several wallets
 */
export async function walletFacts(typed: TypedWallet): Promise<ReadWallet> {
  const { wallets } = await readTyped(typed);
  const [first, ...more] = wallets;
  if (!first || more.length > 0) {
    const message = 'This file has several wallets. Choose one of them.';
    throw invalidField('/descriptor', 'several_wallets', message);
  }
  return { network: typed.network, ...first.facts };
}

async function readTyped(typed: TypedWallet): Promise<ReadWalletFile> {
  const { network, descriptor, addressType } = typed;
  const options = addressType ? { addressType } : {};
  const read = await readWalletFile(descriptor, network, options).catch(refuseDifference);
  if (read.kind === 'wallets') return read;
  throw invalidField('/descriptor', read.fault, read.message);
}

function refuseDifference(error: unknown): never {
  if (!(error instanceof DerivationMismatch)) throw error;
  throw new Problem(
    'address_not_verified',
    'Two libraries derive different addresses of this wallet. Do not use it, and report this with the wallet’s type.',
  );
}
