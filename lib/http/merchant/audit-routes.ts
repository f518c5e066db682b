import { z } from 'zod';
import { listAuditActors, listAuditEntries } from '@/lib/audit/list-audit-entries';
import { auditSentence } from '@/lib/domain/audit-words';
import { createBodyStream } from '../create-body-stream';
import { integerParameter, unixSecondsParameter } from '../input/fields';
import { BYTE_ORDER_MARK, csvCell } from '../payments/csv';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';
import { Reply, route } from '../route';
import { serializeView } from '../serialize-view';

const filterFields = {
  action: z.string().max(100).optional(),
  user: z.string().max(100).optional().meta({ description: 'The id of a member.' }),
  from: unixSecondsParameter.optional(),
  to: unixSecondsParameter.optional().meta({ description: 'Included.' }),
};

type FilterQuery = z.output<z.ZodObject<typeof filterFields>>;

function toFilter({ action, user, from, to }: FilterQuery) {
  return {
    action,
    userId: user,
    from: from === undefined ? undefined : new Date(from * 1_000),
    before: to === undefined ? undefined : new Date((to + 1) * 1_000),
  };
}

const entrySchema = z.strictObject({
  id: z.string(),
  at: moment,
  actor: z.string().meta({ description: 'Name or e-mail address of the member.' }),
  email: z.string(),
  sentence: z
    .strictObject({ before: z.string(), object: z.string().nullable(), after: z.string() })
    .meta({ description: 'What the member did, and the name of what they changed.' }),
  subject: z.string(),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
});
export type AuditEntryResponse = ResponseOf<typeof entrySchema>;

const auditSchema = z.strictObject({
  data: z.array(entrySchema),
  has_more: z.boolean(),
  actors: z
    .array(z.strictObject({ user_id: z.string(), name: z.string() }))
    .meta({ description: 'Everyone who has entries.' }),
});

const auditRoute = route({
  method: 'GET',
  path: '/api/dashboard/audit',
  who: 'member',
  query: z.strictObject({
    ...filterFields,
    limit: integerParameter(1, 100).default(50),
    after: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'The id of the last entry of the previous page.' }),
  }),
  answer: auditSchema,
  async handle({ api, actor, query }) {
    const { limit, after } = query;
    const [{ entries, hasMore }, actors] = await Promise.all([
      listAuditEntries(api.db, actor, { ...toFilter(query), limit, after }),
      listAuditActors(api.db, actor),
    ]);
    return serializeView(auditSchema, {
      data: entries.map(({ data: _, action, userId, present, ...entry }) => ({
        ...entry,
        sentence: auditSentence({ data: _, action, present, subject: entry.subject }),
      })),
      hasMore,
      actors,
    });
  },
});

const ENTRIES_PER_READ = 250;
const HEAD = ['time', 'name', 'email', 'what_happened', 'ip_address', 'request_id'];

const exportRoute = route({
  method: 'GET',
  path: '/api/dashboard/audit/export',
  who: 'member',
  query: z.strictObject(filterFields),
  answer: z.string(),
  async handle({ api, actor, query, requestId, now }) {
    const filter = toFilter(query);
    const produce = async (write: (text: string) => Promise<void>) => {
      await write(`${BYTE_ORDER_MARK}${HEAD.join(',')}\r\n`);
      let after: string | undefined;
      do {
        const page = { ...filter, limit: ENTRIES_PER_READ, after };
        const { entries, hasMore } = await listAuditEntries(api.db, actor, page);
        await write(entries.map(csvLine).join(''));
        after = hasMore ? entries.at(-1)?.id : undefined;
      } while (after !== undefined);
    };
    const body = await createBodyStream(produce, (error) => {
      api.log.error({ err: error, request_id: requestId }, 'export failed');
    });
    return new Reply(200, body, {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="audit-log-${now.toISOString().slice(0, 10)}.csv"`,
    });
  },
});

type Entry = Awaited<ReturnType<typeof listAuditEntries>>['entries'][number];

function csvLine(entry: Entry): string {
  const { before, object, after } = auditSentence(entry);
  const what = `${before}${object === null ? '' : ` ${object}`}${after}`;
  const { at, actor, email, ip, requestId } = entry;
  const cells = [at.toISOString(), actor, email, what, ip, requestId];
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export const dashboardAuditRoutes = [auditRoute, exportRoute] as const;
