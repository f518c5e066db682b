import {
  DescriptorError,
  type ParseOptions,
  parseDescriptor,
  type ReceiveDescriptor,
} from '@/lib/bitcoin/descriptor';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';

const SHOWN_ADDRESSES = 5;

export interface AddressPreview {
  /** Functions of the descriptor without its keys, such as `wpkh`. */
  readonly kind: string;
  /** The public form, as it would be stored. */
  readonly canonical: string;
  readonly addresses: readonly string[];
}

/**
 * The first addresses of a descriptor as it is typed, to compare with the merchant's own wallet.
 * Stores nothing.
 *
 * @throws Problem `forbidden` unless the actor is an owner, `invalid_request` at the field
 */
export function previewAddresses(
  actor: Actor,
  network: Network,
  text: string,
  options: ParseOptions = {},
): AddressPreview {
  mayAdminister(actor);
  const descriptor = readDescriptor(text, network, options);
  const { kind, canonical } = descriptor;
  return { kind, canonical, addresses: firstAddresses(descriptor) };
}

/**
 * Parses a typed descriptor.
 *
 * @throws Problem `invalid_request` at the field; never quotes the input
 */
export function readDescriptor(
  text: string,
  network: Network,
  options: ParseOptions,
): ReceiveDescriptor {
  try {
    return parseDescriptor(text, network, options);
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    const { code, message } = error;
    throw new Problem('invalid_request', message, {
      errors: [{ pointer: '/descriptor', code, message }],
    });
  }
}

/** The first addresses of a wallet, to compare with the merchant's own wallet. */
export function firstAddresses(descriptor: ReceiveDescriptor): string[] {
  return Array.from({ length: SHOWN_ADDRESSES }, (_, i) => descriptor.at(i).address);
}
