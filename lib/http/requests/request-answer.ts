import { z } from 'zod';
import type { FoundRequest } from '@/lib/server/request-log/find-request';
import type { RequestPage } from '@/lib/server/request-log/list-requests';
import type { NotedRequest } from '@/lib/server/request-log/request-log';
import type { Answer } from '../answer';
import { cursorPaginationSchema, moment, named } from '../answer-fields';
import { nextCursor } from '../input/cursor';
import { wire } from '../wire';

const requestSchema = z.strictObject({
  id: z.string(),
  at: moment,
  method: z.string(),
  path: z.string().meta({ description: 'With the ids in it, without the query.' }),
  status: z.int(),
  problem_code: z.string().nullable(),
  duration_ms: z.number(),
  has_idempotency_key: z.boolean(),
});
export type RequestAnswer = Answer<typeof requestSchema>;

function requestAnswer(request: Omit<NotedRequest, 'apiKeyId'>): RequestAnswer {
  return wire(requestSchema, request);
}

export const requestPageSchema = z.strictObject({
  data: z.array(requestSchema).meta({ description: 'Newest first.' }),
  pagination: cursorPaginationSchema,
});

export function requestPageAnswer(
  { requests, hasMore }: RequestPage,
  limit: number,
): Answer<typeof requestPageSchema> {
  const last = requests.at(-1);
  const next = nextCursor(last && { createdAt: last.at, id: last.id }, hasMore);
  return {
    data: requests.map(requestAnswer),
    pagination: { limit, has_more: hasMore, next_cursor: next },
  };
}

export const foundRequestSchema = z.strictObject({ request: requestSchema, api_key: named });
export type FoundRequestAnswer = Answer<typeof foundRequestSchema>;

/** A request as JSON, with the name of its key. */
export function foundRequestAnswer(found: FoundRequest): FoundRequestAnswer {
  return {
    request: requestAnswer(found),
    api_key: { id: found.apiKeyId, name: found.keyName },
  };
}
