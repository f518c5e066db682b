import { z } from 'zod';
import type { RequestPage } from '@/lib/server/request-log/list-requests';
import { nextCursor } from '../input/cursor';
import type { ResponseOf } from '../response';
import { cursorPaginationSchema, moment, namedSchema } from '../response-fields';
import { serializeView } from '../serialize-view';

export const loggedRequestSchema = z.strictObject({
  id: z.string(),
  api_key: namedSchema,
  at: moment,
  method: z.string(),
  path: z.string().meta({ description: 'The path with its ids, without the query.' }),
  status: z.int(),
  problem_code: z.string().nullable(),
  duration_ms: z.number(),
  has_idempotency_key: z.boolean(),
});
export type LoggedRequestResponse = ResponseOf<typeof loggedRequestSchema>;

export const loggedRequestPageSchema = z.strictObject({
  data: z.array(loggedRequestSchema).meta({ description: 'Newest first.' }),
  pagination: cursorPaginationSchema,
});

export function loggedRequestPageResponse(
  { requests, hasMore }: RequestPage,
  limit: number,
): ResponseOf<typeof loggedRequestPageSchema> {
  const last = requests.at(-1);
  const next = nextCursor(last && { createdAt: last.at, id: last.id }, hasMore);
  return {
    data: requests.map((request) => serializeView(loggedRequestSchema, request)),
    pagination: { limit, has_more: hasMore, next_cursor: next },
  };
}
