import { z } from 'zod';
import { MAX_BULK_PAYMENTS } from '@/lib/domain/chosen-payments';
import { idPattern } from '@/lib/domain/ids';
import type { Problem } from '@/lib/domain/problems';
import { WORK_REASONS } from '@/lib/domain/worklist';
import type { ResponseOf } from '../response';
import { sats } from '../response-fields';

const HOW_MANY = `Must have 1 to ${MAX_BULK_PAYMENTS} payments.`;

const several = <P extends z.ZodType>(payment: P) =>
  z.array(payment).min(1, { error: HOW_MANY }).max(MAX_BULK_PAYMENTS, { error: HOW_MANY });

const paymentId = z.string().regex(idPattern('payment'), { error: 'Must be the id of a payment.' });

const severalIds = several(paymentId);

export const paymentIdsParameter = z
  .string()
  .transform((text) => text.split(','))
  .pipe(severalIds);

export const paymentIdsBody = z.strictObject({ ids: severalIds });

export const shownReceived = sats(0).meta({ description: 'The received amount that was shown.' });

export const workReasons = z
  .array(z.enum(WORK_REASONS, { error: `Must be one of: ${WORK_REASONS.join(', ')}.` }))
  .max(WORK_REASONS.length)
  .optional()
  .meta({ description: 'Default: every reason.' });

/**
 * The payments to mark as done, with the amounts that the user saw. If the inbox is filtered by
 * reasons, only entries with these reasons are marked.
 */
export const shownPaymentsBody = z.strictObject({
  payments: several(
    z.strictObject({ id: paymentId, received_sats: shownReceived, reasons: workReasons }),
  ),
});

export const selectedSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      open_reasons: z.array(z.enum(WORK_REASONS)),
      failed_deliveries: z.int(),
    }),
  ),
});

export type BulkOutcome<T> =
  | { readonly id: string; readonly done: T }
  | { readonly id: string; readonly refused: Problem };

export const outcomesSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      done: z.int().meta({
        description:
          'The number of deliveries or inbox entries that were changed; 0 if the action was refused.',
      }),
      refused: z.string().nullable().meta({ description: 'Why it was refused.' }),
    }),
  ),
});
export type OutcomesResponse = ResponseOf<typeof outcomesSchema>;

export function outcomesResponse(outcomes: readonly BulkOutcome<number>[]): OutcomesResponse {
  return {
    data: outcomes.map((outcome) =>
      'refused' in outcome
        ? { id: outcome.id, done: 0, refused: outcome.refused.detail }
        : { id: outcome.id, done: outcome.done, refused: null },
    ),
  };
}
