import type { Store } from '@/lib/greenfield/pairings/list-stores';
import type { PairingRequest } from '@/lib/greenfield/pairings/pairing-request';

/** The request to which an owner consents, or which the owner declines. */
export interface ConsentView {
  readonly asked: PairingRequest;
  /** The request as it came, which the form repeats. */
  readonly fields: readonly (readonly [string, string])[];
  readonly merchantName: string;
  readonly email: string;
  /** The usable API keys of the merchant: the stores to choose from. */
  readonly stores: readonly Store[];
}

/** A key that was made: sent to the shop, or shown once. */
export interface GrantView {
  readonly asked: PairingRequest;
  readonly token: string;
  readonly storeId: string;
  /** The owner's id, which plugins expect beside the key. */
  readonly userId: string;
}
