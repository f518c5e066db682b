import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import { NO_SETTINGS, SETTINGS_FIELDS, type SettingsValues, settingsBody } from './key-settings';

/** The fields of the form. */
export interface NewKeyValues extends SettingsValues {
  network: Network;
  descriptor: string;
  /** The address type of an extended key without a descriptor. */
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

/** Whether a text is a plain xpub or tpub, which does not define an address type. */
export function isPlainKey(text: string): boolean {
  return /^\s*(?:\[[^\]]*\])?[xt]pub[^()]*$/.test(text);
}

/** The request body. */
export function newKeyBody(values: NewKeyValues) {
  return {
    ...settingsBody(values),
    network: values.network,
    descriptor: values.descriptor.trim(),
    ...(isPlainKey(values.descriptor) && { address_type: values.addressType }),
  };
}

/** The form field for each field of the request body, for the server's errors. */
export const NEW_KEY_FIELDS: Readonly<Record<string, keyof NewKeyValues>> = {
  ...SETTINGS_FIELDS,
  network: 'network',
  descriptor: 'descriptor',
  address_type: 'addressType',
};
