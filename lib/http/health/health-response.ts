import { z } from 'zod';
import type { ResponseOf } from '../response';
import { alteredRowSchema, count, moment } from '../response-fields';

const hostSchema = z.strictObject({
  host: z.string(),
  failures: count.meta({ description: 'Consecutive failed attempts.' }),
  open_until: moment.nullable().meta({ description: 'End of the pause after failures.' }),
  last_success_at: moment.nullable(),
  last_failure_at: moment.nullable(),
});
export type WebhookHostResponse = ResponseOf<typeof hostSchema>;

const alteredSchema = z
  .strictObject({
    count: count.meta({ description: 'The number of rows on the whole server.' }),
    own: z.array(alteredRowSchema).meta({ description: 'The first of the merchant’s own rows.' }),
  })
  .meta({ description: 'Rows that were altered outside this program.' });

const outletSchema = z.strictObject({
  waiting: count,
  lag_seconds: z.int().meta({ description: 'The age of the oldest waiting message.' }),
  last_sent_at: moment.nullable(),
  last_error: z.string().nullable(),
  last_error_at: moment.nullable(),
});
export type NotificationQueueResponse = ResponseOf<typeof outletSchema>;

export const healthSchema = z.strictObject({
  hosts: z.array(hostSchema),
  outbox: z.strictObject({ due: count, lag_seconds: z.int() }),
  database: z.strictObject({ connections: count, limit: count }).meta({
    description: 'Open connections to PostgreSQL, and the limit that they would reach first.',
  }),
  mail: outletSchema
    .nullable()
    .meta({ description: 'The mail of all merchants; null while mail is off.' }),
  channels: outletSchema.nullable().meta({ description: 'Null while the merchant has none.' }),
  altered: alteredSchema,
  expiry_lag_seconds: z
    .int()
    .meta({ description: 'How long the oldest overdue payment is overdue.' }),
  prune_lag_seconds: z
    .int()
    .meta({ description: 'How long the oldest record to delete is overdue.' }),
});
export type HealthResponse = ResponseOf<typeof healthSchema>;
