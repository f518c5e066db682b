import { z } from 'zod';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import { TIMELINE_CHANGE_KINDS } from '@/lib/domain/payment-story';
import { INBOX_REASONS } from '@/lib/domain/worklist';
import type { TimelineEntry } from '@/lib/payments/views/payment-timeline';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';
import { serializeView } from '../serialize-view';

const event_type = z.string();

const created = z.strictObject({ kind: z.literal('created'), at: moment });

const change = z.strictObject({
  kind: z.literal('change'),
  at: moment,
  what: z.enum(TIMELINE_CHANGE_KINDS),
  status: z.enum(PAYMENT_STATUSES),
  received_sats: z.int(),
  difference_sats: z.int().meta({ description: 'The money that this change added or took away.' }),
  txid: z.string().nullable(),
  height: z.int().nullable(),
  late: z.boolean(),
});

const omitted = z.strictObject({ kind: z.literal('omitted'), at: moment });

const event = z.strictObject({
  kind: z.literal('event'),
  at: moment,
  event_type,
  url: z.string().nullable(),
});

const attempt = z.strictObject({
  kind: z.literal('attempt'),
  at: moment,
  delivery_id: z.string(),
  event_type,
  number: z.int(),
  outcome: z.enum(['delivered', 'failed', 'running', 'unknown']),
  response_status: z.int().nullable(),
  error: z.string().nullable(),
  total_ms: z.number().nullable(),
});

const action = z.strictObject({
  kind: z.literal('action'),
  at: moment,
  action: z.string(),
  actor: z.string(),
  simulated: z.string().nullable().meta({
    description: 'The simulation, if the action was one on the sandbox.',
  }),
  reason: z.enum(INBOX_REASONS).nullable().meta({
    description: 'The reason of the inbox entry that the action changed.',
  }),
  note: z
    .string()
    .nullable()
    .meta({ description: 'The note to the inbox entry, or the assigned member.' }),
});

export const timelineEntrySchema = z.discriminatedUnion('kind', [
  created,
  change,
  omitted,
  event,
  attempt,
  action,
]);
export type TimelineEntryResponse = ResponseOf<typeof timelineEntrySchema>;

export function timelineResponse(entry: TimelineEntry): TimelineEntryResponse {
  switch (entry.kind) {
    case 'created':
      return serializeView(created, entry);
    case 'omitted':
      return serializeView(omitted, entry);
    case 'change':
      return serializeView(change, entry);
    case 'event':
      return serializeView(event, entry);
    case 'attempt':
      return serializeView(attempt, entry);
    case 'action':
      return actionAnswer(entry);
  }
}

function actionAnswer({ data, ...entry }: Extract<TimelineEntry, { kind: 'action' }>) {
  return serializeView(action, entry, {
    simulated: typeof data.act === 'string' ? data.act : null,
    reason: INBOX_REASONS.find((reason) => reason === data.reason) ?? null,
    note: [data.note, data.to].find((text) => typeof text === 'string') ?? null,
  });
}
