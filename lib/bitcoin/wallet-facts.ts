import { createHash } from 'node:crypto';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Network } from '@/lib/domain/network';
import { createIndependentDeriver } from './create-independent-deriver';
import { DerivationMismatch } from './derive-checked-addresses';
import {
  DescriptorError,
  type ParseOptions,
  parseDescriptor,
  type ReceiveAddress,
} from './descriptor';
import type { DescriptorFault } from './descriptor-error';

const SHOWN_ADDRESSES = 5;

/** Public facts derived from a wallet's descriptor. */
export interface WalletFacts {
  /** The descriptor of the receive branch, with its checksum (BIP 380). */
  readonly canonical: string;
  /** The script functions without the keys, such as `wpkh`. */
  readonly kind: string;
  /** SHA-256 (hex) of the first two scripts, the same for every spelling of the descriptor. */
  readonly fingerprint: string;
  /** The descriptor with each key derived as far as possible without the address's index. */
  readonly template: string;
  /** Shown for comparison with the merchant's own wallet. */
  readonly firstAddresses: readonly string[];
}

export interface DescriptorInput {
  readonly text: string;
  readonly network: Network;
  readonly options?: ParseOptions;
}

export type DescriptorResult =
  | { readonly kind: 'wallet'; readonly facts: WalletFacts }
  | { readonly kind: 'refused'; readonly fault: DescriptorFault; readonly message: string };

/**
 * Parses a descriptor and derives what is stored and shown. Lets other requests run after each
 * address, because an address of a large wallet takes many milliseconds.
 *
 * @throws DerivationMismatch when two implementations derive different addresses
 */
export async function readDescriptor(typed: DescriptorInput): Promise<DescriptorResult> {
  try {
    const { text, network, options } = typed;
    const { canonical, kind, template, at } = parseDescriptor(text, network, options);
    await yieldToLoop();
    const second = await createIndependentDeriver(canonical, network);
    const first: ReceiveAddress[] = [];
    while (first.length < SHOWN_ADDRESSES) {
      await yieldToLoop();
      const address = at(first.length);
      await yieldToLoop();
      const [again] = await second([first.length]);
      if (address.address !== again) throw new DerivationMismatch();
      first.push(address);
    }
    const hash = createHash('sha256');
    for (const { script } of first.slice(0, 2)) hash.update(script, 'hex');
    const firstAddresses = first.map(({ address }) => address);
    const fingerprint = hash.digest('hex');
    return { kind: 'wallet', facts: { canonical, kind, fingerprint, template, firstAddresses } };
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    return { kind: 'refused', fault: error.code, message: error.message };
  }
}
