import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { apiRequest } from '@/db/schema/request-log';
import type { NotedRequest } from './request-log';

/** Writes requests to the log in one statement. */
export async function writeRequests(db: Db, requests: readonly NotedRequest[]): Promise<void> {
  const rows = requests.map((request) => ({
    id: request.id,
    api_key_id: request.apiKeyId,
    at: request.at,
    method: request.method,
    path: request.path,
    status: request.status,
    problem_code: request.problemCode,
    duration_ms: request.durationMs,
    has_idempotency_key: request.hasIdempotencyKey,
  }));
  await insertRequests(db, { rows: JSON.stringify(rows) });
}

const insertRequests = prepared(sql`
  insert into ${apiRequest} (
    id, api_key_id, at, method, path, status, problem_code, duration_ms, has_idempotency_key)
  select * from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as r(
    id text, api_key_id text, at timestamptz, method text, path text, status integer,
    problem_code text, duration_ms real, has_idempotency_key boolean)`);
