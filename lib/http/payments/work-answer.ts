import { z } from 'zod';
import { WORK_REASONS } from '@/lib/domain/worklist';
import type { WorkGroup } from '@/lib/payments/views/worklist';
import type { Answer } from '../answer';
import { count, moment } from '../answer-fields';
import { wire } from '../wire';
import { paymentAnswer, paymentSchema } from './payment-answer';

const reason = z.enum(WORK_REASONS);

const handledSchema = z.strictObject({
  at: moment,
  by: z.string().meta({ description: 'E-mail address of the member.' }),
  note: z.string().nullable(),
});

export const workEntrySchema = z.strictObject({
  reason,
  handled: handledSchema.nullable().meta({ description: 'Null while it is open.' }),
});

/** The open inbox entries for one reason. */
export const workGroupSchema = z.strictObject({
  reason,
  count: count.meta({ description: 'The number of payments.' }),
  newest: z.array(paymentSchema).meta({ description: 'The first of them.' }),
});
export type WorkGroupAnswer = Answer<typeof workGroupSchema>;

export function workGroupAnswer(group: WorkGroup, appUrl: URL): WorkGroupAnswer {
  const newest = group.newest.map((payment) => paymentAnswer(payment, appUrl));
  return wire(workGroupSchema, group, { newest });
}
