import { z } from 'zod';
import { MAX_BULK_PAYMENTS } from '@/lib/domain/chosen-payments';
import { idPattern } from '@/lib/domain/ids';
import type { Problem } from '@/lib/domain/problems';
import { INBOX_REASONS } from '@/lib/domain/worklist';
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

export const shownReceivedSchema = sats(0).meta({
  description: 'The received amount that was shown.',
});

export const inboxReasonsSchema = z
  .array(z.enum(INBOX_REASONS, { error: `Must be one of: ${INBOX_REASONS.join(', ')}.` }))
  .max(INBOX_REASONS.length)
  .optional()
  .meta({ description: 'Default: every reason.' });

/**
 * The payments to mark as done, with the amounts that the user saw. If the inbox is filtered by
 * reasons, only entries with these reasons are marked.
 */
export const markDoneBody = z.strictObject({
  payments: several(
    z.strictObject({
      id: paymentId,
      received_sats: shownReceivedSchema,
      reasons: inboxReasonsSchema,
    }),
  ),
});

export const selectedPaymentsSchema = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      open_reasons: z.array(z.enum(INBOX_REASONS)),
      failed_deliveries: z.int(),
    }),
  ),
});

export type BulkOutcome<T> =
  | { readonly id: string; readonly done: T }
  | { readonly id: string; readonly refused: Problem };

export const bulkOutcomesSchema = z.strictObject({
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
export type BulkOutcomesResponse = ResponseOf<typeof bulkOutcomesSchema>;

export function bulkOutcomesResponse(
  outcomes: readonly BulkOutcome<number>[],
): BulkOutcomesResponse {
  return {
    data: outcomes.map((outcome) =>
      'refused' in outcome
        ? { id: outcome.id, done: 0, refused: outcome.refused.detail }
        : { id: outcome.id, done: outcome.done, refused: null },
    ),
  };
}
