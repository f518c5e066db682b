import { hash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { expect } from 'vitest';
import { DescriptorError, type ParseOptions, parseDescriptor } from '@/lib/bitcoin/descriptor';
import type { Network } from '@/lib/domain/network';

/** The account key in BIP 86's test vectors. */
export const XPUB =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
/** A key in BIP 383's test vectors. */
export const OTHER_XPUB =
  'xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y';
const base58check = createBase58check((bytes: Uint8Array) => hash('sha256', bytes, 'buffer'));

export function patchedXpub(changes: Readonly<Record<number, string>>): string {
  const bytes = Buffer.from(base58check.decode(XPUB));
  for (const [offset, hex] of Object.entries(changes)) bytes.write(hex, Number(offset), 'hex');
  return base58check.encode(new Uint8Array(bytes));
}

/** Returns the error code for a descriptor. Checks that the error message does not quote it. */
export function descriptorErrorCode(
  text: string,
  network: Network = 'mainnet',
  options?: ParseOptions,
) {
  try {
    parseDescriptor(text, network, options);
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    for (const word of text.match(/[0-9A-Za-z]{12,}/g) ?? []) {
      if (!/multi/.test(word)) expect(error.message).not.toContain(word);
    }
    expect(error.cause).toBeUndefined();
    return error.code;
  }
  throw new Error('it was accepted');
}
