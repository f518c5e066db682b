import { z } from 'zod';
import type { ConfirmationRate } from '@/lib/payments/confirmation-rate';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';
import { serializeView } from '../serialize-view';

export const confirmationRateSchema = z.strictObject({
  currency: z.string(),
  wanted: z.boolean().meta({ description: 'Whether a rate is still being requested.' }),
  rate: z
    .string()
    .nullable()
    .meta({ description: 'Null if no rate was found, or none has been found yet.' }),
  source: z.string().nullable(),
  quoted_at: moment.nullable(),
});
export type ConfirmationRateResponse = ResponseOf<typeof confirmationRateSchema>;

export function confirmationRateResponse(row: ConfirmationRate): ConfirmationRateResponse {
  return serializeView(confirmationRateSchema, row);
}
