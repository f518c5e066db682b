import { z } from 'zod';
import { WORK_REASONS } from '@/lib/domain/worklist';
import type { Handled, WorkEntry } from '@/lib/payments/payment-work';
import type { WorkGroup } from '@/lib/payments/worklist';
import type { Answer, Shown } from './answer';
import { count, moment } from './answer-fields';
import { paymentAnswer, paymentSchema } from './payment';

const reason = z.enum(WORK_REASONS);

const handledSchema = z.strictObject({
  at: moment,
  by: z.string().meta({ description: 'E-mail address of the member.' }),
  note: z.string().nullable(),
});

/** A payment on the worklist for one reason. */
export const workEntrySchema = z.strictObject({
  reason,
  handled: handledSchema.nullable().meta({ description: 'Null while it is open.' }),
});

/** An entry as JSON. */
export function workEntryAnswer(
  entry: Shown<WorkEntry, Answer<typeof workEntrySchema>>,
): Answer<typeof workEntrySchema> {
  return { reason: entry.reason, handled: entry.handled && handledAnswer(entry.handled) };
}

function handledAnswer(handled: Shown<Handled, Answer<typeof handledSchema>>) {
  return { at: handled.at.toISOString(), by: handled.by, note: handled.note };
}

/** The open entries of one reason. */
export const workGroupSchema = z.strictObject({
  reason,
  count: count.meta({ description: 'The number of payments.' }),
  newest: z.array(paymentSchema).meta({ description: 'The first of them.' }),
});
export type WorkGroupAnswer = Answer<typeof workGroupSchema>;

/** The group as JSON. */
export function workGroupAnswer(
  group: Shown<WorkGroup, WorkGroupAnswer>,
  appUrl: URL,
): WorkGroupAnswer {
  return {
    reason: group.reason,
    count: group.count,
    newest: group.newest.map((payment) => paymentAnswer(payment, appUrl)),
  };
}
