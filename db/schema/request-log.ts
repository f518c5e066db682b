import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, real, text } from 'drizzle-orm/pg-core';
import type { ProblemCode } from '@/lib/domain/problems';
import { moment } from './columns';

/**
 * The requests of the last 7 days with a known API key. There is no foreign key, because it would
 * be checked for every row, and nothing depends on a row.
 */
export const apiRequest = pgTable(
  'api_request',
  {
    id: text('id').primaryKey(),
    apiKeyId: text('api_key_id').notNull(),
    at: moment('at').notNull(),
    method: text('method').notNull(),
    /** The path of the request, without malformed ids. */
    path: text('path').notNull(),
    status: integer('status').notNull(),
    /** The reason for the refusal; null if the request was not refused. */
    problemCode: text('problem_code').$type<ProblemCode>(),
    durationMs: real('duration_ms').notNull(),
    hasIdempotencyKey: boolean('has_idempotency_key').notNull(),
  },
  (t) => [
    index('api_request_key').on(t.apiKeyId, t.at.desc().nullsFirst()),
    // The index covers only refused requests, which are few and often searched for.
    index('api_request_refused').on(t.apiKeyId, t.at.desc().nullsFirst()).where(sql`status >= 400`),
    index('api_request_at').on(t.at),
  ],
);
