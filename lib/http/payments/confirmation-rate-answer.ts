import { z } from 'zod';
import type { ConfirmationRate } from '@/lib/payments/confirmation-rate';
import type { Answer } from '../answer';
import { moment } from '../answer-fields';
import { wire } from '../wire';

export const confirmationRateSchema = z.strictObject({
  currency: z.string(),
  wanted: z.boolean().meta({ description: 'Whether the rate is still looked for.' }),
  rate: z.string().nullable().meta({ description: 'Null while, or because, none was found.' }),
  source: z.string().nullable(),
  quoted_at: moment.nullable(),
});
export type ConfirmationRateAnswer = Answer<typeof confirmationRateSchema>;

export function confirmationRateAnswer(row: ConfirmationRate): ConfirmationRateAnswer {
  return wire(confirmationRateSchema, row);
}
