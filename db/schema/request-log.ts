import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, real, text } from 'drizzle-orm/pg-core';
import type { ProblemCode } from '@/lib/domain/problems';
import { moment } from './columns';

/**
 * The requests of the last 7 days with a known API key. The key is not a foreign key, which would
 * be checked for every row, because nothing depends on a row.
 */
export const apiRequest = pgTable(
  'api_request',
  {
    /** The request's id, the same as in X-Request-Id. */
    id: text('id').primaryKey(),
    apiKeyId: text('api_key_id').notNull(),
    at: moment('at').notNull(),
    method: text('method').notNull(),
    /** The path of the request. In the places of ids, any other text is left out. */
    path: text('path').notNull(),
    status: integer('status').notNull(),
    /** The reason for a refusal; null when the request was not refused. */
    problemCode: text('problem_code').$type<ProblemCode>(),
    durationMs: real('duration_ms').notNull(),
    hasIdempotencyKey: boolean('has_idempotency_key').notNull(),
  },
  (t) => [
    index('api_request_key').on(t.apiKeyId, t.at.desc().nullsFirst()),
    // Covers only refused requests, which are few and often searched.
    index('api_request_refused').on(t.apiKeyId, t.at.desc().nullsFirst()).where(sql`status >= 400`),
    index('api_request_at').on(t.at),
  ],
);
