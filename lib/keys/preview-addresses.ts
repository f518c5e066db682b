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
  /** The public form that would be stored. */
  readonly canonical: string;
  readonly addresses: readonly string[];
}

/**
 * What a descriptor that is being typed stands for, to compare with the merchant's own wallet.
 * Nothing is stored.
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
 * Reads a descriptor that somebody typed.
 *
 * @throws Problem `invalid_request` at the field; it never quotes what was typed
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

/** The first addresses of a wallet, to compare with what the merchant's own wallet shows. */
export function firstAddresses(descriptor: ReceiveDescriptor): string[] {
  return Array.from({ length: SHOWN_ADDRESSES }, (_, i) => descriptor.at(i).address);
}
