import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import {
  DEFAULT_CONFIRMATIONS,
  DEFAULT_EXPIRES_IN_SECONDS,
  MAX_TOLERANCE_PPM,
} from '@/lib/domain/limits';
import { referenceSchema, webhookUrl, wholeNumber } from '../input/fields';

/** Fields of a payment link that apply to all of its payments. A single payment has them too. */
export const termsFields = {
  underpayment_tolerance_ppm: wholeNumber(0, MAX_TOLERANCE_PPM).default(0).meta({
    description: 'The accepted underpayment, in parts per million: 1000 ppm are 0.1 %.',
  }),
  webhook_url: webhookUrl.optional().meta({
    description:
      'The URL that gets the events of the payment. It must be public in production. Default: the webhook URL of the API key, if it has one.',
  }),
  required_confirmations: wholeNumber(1, MAX_CONFIRMATIONS)
    .default(DEFAULT_CONFIRMATIONS)
    .meta({ description: 'Confirmations before the payment counts as confirmed.' }),
  expires_in: wholeNumber(300, 86_400)
    .default(DEFAULT_EXPIRES_IN_SECONDS)
    .meta({ description: 'Seconds until the payment expires if it is not paid.' }),
  reference: referenceSchema
    .optional()
    .meta({ description: 'Your reference, such as an order number, for reconciliation.' }),
};
