import { type ParseOptions, parseDescriptor } from '@/lib/bitcoin/descriptor';
import { type Member, mayAdminister } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { FIRST_ADDRESSES } from './create-key';
import { readingDescriptor } from './descriptor-problem';

export interface AddressPreview {
  /** Functions of the descriptor without its keys, such as `wpkh`. */
  readonly kind: string;
  /** The public form that would be stored. */
  readonly canonical: string;
  readonly addresses: readonly string[];
}

/**
 * What a descriptor that is being typed stands for, to compare with the merchant's own wallet.
 * Nothing is stored.
 *
 * @throws Problem `forbidden` unless the person is an owner, `invalid_request` at the field
 */
export async function previewAddressesFor(
  actor: Member,
  network: Network,
  text: string,
  options: ParseOptions = {},
): Promise<AddressPreview> {
  mayAdminister(actor);
  const descriptor = await readingDescriptor(() => parseDescriptor(text, network, options));
  return {
    kind: descriptor.kind,
    canonical: descriptor.canonical,
    addresses: Array.from({ length: FIRST_ADDRESSES }, (_, i) => descriptor.at(i).address),
  };
}
