import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, real, text } from 'drizzle-orm/pg-core';
import type { ProblemCode } from '@/lib/domain/problems';
import { moment } from './columns';

/**
 * The requests of the last 7 days that came with a known API key. Nothing depends on a row: its key
 * is no foreign key, which each write would check for each of its rows.
 */
export const apiRequest = pgTable(
  'api_request',
  {
    /** As in X-Request-Id. */
    id: text('id').primaryKey(),
    apiKeyId: text('api_key_id').notNull(),
    at: moment('at').notNull(),
    method: text('method').notNull(),
    /** With the ids in it, and without what else was sent in their place. */
    path: text('path').notNull(),
    status: integer('status').notNull(),
    /** Null when the request was not refused. */
    problemCode: text('problem_code').$type<ProblemCode>(),
    durationMs: real('duration_ms').notNull(),
    hasIdempotencyKey: boolean('has_idempotency_key').notNull(),
  },
  (t) => [
    index('api_request_key').on(t.apiKeyId, t.at.desc().nullsFirst()),
    // The few among many that are looked for.
    index('api_request_refused').on(t.apiKeyId, t.at.desc().nullsFirst()).where(sql`status >= 400`),
    index('api_request_at').on(t.at),
  ],
);
