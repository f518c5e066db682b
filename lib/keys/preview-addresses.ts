import { changeBranchWarning } from '@/lib/bitcoin/change-branch';
import { DerivationMismatch } from '@/lib/bitcoin/derive-checked-addresses';
import type { ParseOptions } from '@/lib/bitcoin/descriptor';
import { keyFingerprints } from '@/lib/bitcoin/key-paths';
import type { WalletFacts } from '@/lib/bitcoin/wallet-facts';
import { readWalletFile, type WalletFileResult } from '@/lib/bitcoin/wallet-files/read-wallet-file';
import { type Actor, assertMayAdminister } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField, Problem } from '@/lib/domain/problems';

export interface WalletPreview {
  /** The wallet's name or path in its file; may be empty. */
  readonly label: string;
  readonly descriptor: string;
  readonly kind: string;
  /** The fingerprint of each key's device; null for a key without its origin. */
  readonly fingerprints: readonly (string | null)[];
  readonly addresses: readonly string[];
  readonly warning: string | null;
  readonly note: string | null;
}

export interface WalletTextPreview {
  /** The recognized kind of text, in words. */
  readonly source: string;
  readonly wallets: readonly WalletPreview[];
  /** The unusable parts of the file, each with the reason. */
  readonly leftOut: readonly { readonly label: string; readonly message: string }[];
}

/**
 * Returns the wallets in a typed or dropped text, with first addresses to compare. Stores nothing.
 *
 * @throws Problem `forbidden` unless the actor is an owner; the problems of {@link parseWalletInput}
 */
export async function previewWallets(
  actor: Actor,
  network: Network,
  text: string,
  options: ParseOptions = {},
): Promise<WalletTextPreview> {
  assertMayAdminister(actor);
  const { source, wallets, leftOut } = await readTyped({ network, descriptor: text, ...options });
  return {
    source,
    wallets: wallets.map(({ label, facts: { canonical, kind, firstAddresses } }) => ({
      label,
      descriptor: canonical,
      kind,
      fingerprints: keyFingerprints(canonical),
      addresses: firstAddresses,
      warning: changeBranchWarning(canonical) ?? null,
      note: kind.startsWith('tr') ? TAPROOT_NOTE : null,
    })),
    leftOut,
  };
}

const TAPROOT_NOTE =
  'Some exchanges cannot pay to taproot addresses (bc1p…) yet. Every wallet and exchange can pay to native segwit, wpkh(…).';

export interface WalletInput {
  readonly network: Network;
  /** A receive descriptor, a bare extended public key, or the text of a file with one wallet. */
  readonly descriptor: string;
  readonly addressType?: ParseOptions['addressType'];
}

export interface ParsedWallet extends WalletFacts {
  readonly network: Network;
}

/**
 * Reads a wallet and derives the facts that are stored.
 *
 * @throws Problem `invalid_request` at the field, also for a file with several wallets; never
 *  quotes the input
 */
export async function parseWalletInput(typed: WalletInput): Promise<ParsedWallet> {
  const { wallets } = await readTyped(typed);
  const [first, ...more] = wallets;
  if (!first || more.length > 0) {
    const message = 'This file has several wallets. Choose one of them.';
    throw invalidField('/descriptor', 'several_wallets', message);
  }
  return { network: typed.network, ...first.facts };
}

async function readTyped(typed: WalletInput): Promise<WalletFileResult> {
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
