import { toSats } from '@/lib/domain/sats';
import type { NewPayment } from '@/lib/payments/new-payment';

/** A payment with the defaults of the API, to an address of the key's wallet. */
export const PLAIN_TERMS: NewPayment = {
  amount: toSats(100_000),
  tolerancePpm: 0,
  requiredConfirmations: 3,
  expiresInSeconds: 3_600,
  webhookUrl: null,
  destinationAddress: null,
  reference: null,
};
