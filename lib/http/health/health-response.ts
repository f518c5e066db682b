import { z } from 'zod';
import type { ResponseOf } from '../response';
import { count, moment } from '../response-fields';

const hostSchema = z.strictObject({
  host: z.string(),
  failures: count.meta({ description: 'Consecutive failed attempts.' }),
  open_until: moment.nullable().meta({ description: 'End of the pause after failures.' }),
  last_success_at: moment.nullable(),
  last_failure_at: moment.nullable(),
});
export type HostResponse = ResponseOf<typeof hostSchema>;

export const healthSchema = z.strictObject({
  hosts: z.array(hostSchema),
  outbox: z.strictObject({ due: count, lag_seconds: z.int() }),
  expiry_lag_seconds: z.int().meta({ description: 'Of the oldest overdue payment.' }),
  prune_lag_seconds: z.int().meta({ description: 'Of the oldest record to delete.' }),
});
export type HealthResponse = ResponseOf<typeof healthSchema>;
