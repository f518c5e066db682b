import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import { NO_SETTINGS, SETTINGS_FIELDS, type SettingsValues, settingsBody } from './settings-values';

/** A key to be made, as its form holds it. */
export interface NewKeyValues extends SettingsValues {
  network: Network;
  descriptor: string;
  /** What addresses a key that stands alone is for. */
  addressType: AddressType;
}

export function emptyKey(followed: readonly Network[]): NewKeyValues {
  return {
    ...NO_SETTINGS,
    network: followed[0] ?? 'regtest',
    descriptor: '',
    addressType: 'wpkh',
  };
}

/** Whether a text is an xpub or tpub alone, which does not say what its addresses are for. */
export function isBareKey(text: string): boolean {
  return /^\s*(?:\[[^\]]*\])?[xt]pub[^()]*$/.test(text);
}

/** The key as the endpoint takes it. */
export function newKeyBody(values: NewKeyValues) {
  return {
    ...settingsBody(values),
    network: values.network,
    descriptor: values.descriptor.trim(),
    ...(isBareKey(values.descriptor) && { address_type: values.addressType }),
  };
}

/** Which field of the form shows what the server says of which of its own. */
export const NEW_KEY_FIELDS: Readonly<Record<string, keyof NewKeyValues>> = {
  ...SETTINGS_FIELDS,
  network: 'network',
  descriptor: 'descriptor',
  address_type: 'addressType',
};
