import type { Store } from '@/lib/greenfield/pairings/list-stores';
import type { PairingRequest } from '@/lib/greenfield/pairings/pairing-request';

/** A plugin's request for a key, which an owner allows or declines. */
export interface ConsentView {
  readonly asked: PairingRequest;
  /** The fields of the request. The form sends them again. */
  readonly fields: readonly (readonly [string, string])[];
  readonly merchantName: string;
  readonly email: string;
  /** The merchant's usable API keys, which are the stores to choose from. */
  readonly stores: readonly Store[];
}

/** A new key, which is sent to the shop or shown once. */
export interface GrantView {
  readonly asked: PairingRequest;
  readonly token: string;
  readonly storeId: string;
  /** The owner's id, which plugins expect with the key. */
  readonly userId: string;
}
