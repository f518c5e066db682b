import type { Network } from '@/lib/domain/network';
import { type AddressType, parseExtendedKey } from './extended-key';

/** The address type that a key's origin says it is for: its purpose (BIP 43). */
const PURPOSES: Readonly<Record<string, AddressType>> = {
  44: 'pkh',
  49: 'sh(wpkh)',
  84: 'wpkh',
  86: 'tr',
};

export function isBareKey(text: string): boolean {
  return !/[(){},]/.test(text);
}

/**
 * The descriptor of an extended public key that stands alone, as wallets show it. What the key
 * itself says decides (ypub, zpub; SLIP-132), else the caller's choice, else the purpose in its
 * origin, else native segwit. Without a path, addresses are those of branch 0.
 *
 * @throws DescriptorError
 */
export function wrapBareKey(text: string, network: Network, chosen?: AddressType): string {
  const [, origin = '', key = '', path] = /^(\[[^\]]*\])?([^/]*)(\/.*)?$/s.exec(text) ?? [];
  const extended = parseExtendedKey(key, network);
  const purpose = /^\[[^/]*\/(\d+)['h]/.exec(origin)?.[1] ?? '';
  const type = extended.use ?? chosen ?? PURPOSES[purpose] ?? 'wpkh';
  const close = type.includes('(') ? '))' : ')';
  return `${type.replace(/\)$/, '')}(${origin}${extended.text}${path ?? '/0/*'}${close}`;
}
