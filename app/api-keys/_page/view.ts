import type { PairableStore } from '@/lib/greenfield/pairings/list-stores';
import type { PairingRequest } from '@/lib/greenfield/pairings/pairing-request';

export interface ConsentView {
  readonly asked: PairingRequest;
  /** The form sends these fields of the request again. */
  readonly fields: readonly (readonly [string, string])[];
  readonly merchantName: string;
  readonly email: string;
  /** The usable API keys. BTCPay's protocol calls them stores. */
  readonly stores: readonly PairableStore[];
}

export interface GrantView {
  readonly asked: PairingRequest;
  readonly token: string;
  readonly storeId: string;
  /** Plugins expect the owner's id together with the key. */
  readonly userId: string;
}
