import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ProblemCode } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { PROBLEMS } from '../problem-table';
import type { Route, RouteDocs } from '../route';
import { EXAMPLES } from './examples';
import { COMMON_HEADERS, HEADERS_BY_STATUS, headerRefs } from './headers';
import { problemSchema } from './problem-schema';

type Responses = Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject>;

export type DocumentedRoute = Route & Required<Pick<Route, 'answer' | 'docs'>>;

export function describeOperation(route: DocumentedRoute, appUrl: URL): ZodOpenApiOperationObject {
  const { query, body, docs, who } = route;
  const requestParams = {
    ...(route.path.includes('{id}') ? { path: pathParameters(route.path) } : {}),
    ...(query ? { query } : {}),
    ...(docs.headers ? { header: headerParameters(docs.headers) } : {}),
  };
  return {
    operationId: docs.id,
    tags: [docs.tag],
    summary: docs.summary,
    description: docs.description,
    ...(Object.keys(requestParams).length > 0 ? { requestParams } : {}),
    ...(body ? { requestBody: describeBody(docs.id, body) } : {}),
    responses: { ...answers(route), ...refusals(docs, appUrl) },
    ...(who === 'anyone' ? { security: [] } : {}),
  };
}

const pathParameters = (path: string) => {
  const [, kind] = Object.entries(ID_OF).find(([part]) => path.includes(part)) ?? [];
  const meta = kind
    ? { description: `The id of ${kind}.` }
    : { description: 'The id of a payment.', examples: [EXAMPLES.paymentId] };
  return z.object({ id: z.string().meta(meta) });
};

/**
 * What `{id}` identifies in a path with one of these parts. In any other path, `{id}` identifies a
 * payment.
 */
const ID_OF = {
  '/payment_links/': 'a payment link',
  '/events/': 'an event',
  '/endpoints/': 'a webhook endpoint',
  '/deliveries/': 'a webhook delivery',
};

function headerParameters(headers: NonNullable<RouteDocs['headers']>): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(headers).map(([name, { description, schema }]) => [
        name,
        schema.meta({ ...schema.meta(), description }),
      ]),
    ),
  );
}

function describeBody(id: string, schema: z.ZodObject) {
  const example = EXAMPLES.operations[id]?.request;
  return {
    required: !schema.safeParse({}).success,
    content: {
      'application/json': { schema, ...(example === undefined ? {} : { example }) },
    },
  };
}

function answers({ answer: schema, docs }: DocumentedRoute): Responses {
  return Object.fromEntries(
    Object.entries(docs.answers).map(([status, { description, headers = [] }]) => {
      const example = EXAMPLES.operations[docs.id]?.answers[status];
      const json = { schema, ...(example === undefined ? {} : { example }) };
      return [
        status,
        {
          description,
          headers: headerRefs([...headers, ...COMMON_HEADERS]),
          ...(status === '304' ? {} : { content: { 'application/json': json } }),
        },
      ];
    }),
  );
}

/** Returns the error responses, one per status, with an example of every code. */
function refusals({ problems }: RouteDocs, appUrl: URL): Responses {
  const statuses = [...new Set(problems.map((code) => PROBLEMS[code].status))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = problems.filter((code) => PROBLEMS[code].status === status);
      return [String(status), refusal(status, codes, appUrl)];
    }),
  );
}

function refusal(
  status: number,
  codes: readonly ProblemCode[],
  appUrl: URL,
): ZodOpenApiResponseObject {
  const page = (code: ProblemCode) => publicUrl(appUrl, `/docs/errors/${code}`);
  return {
    description: codes
      .map((code) => `[\`${code}\`](${page(code)}): ${PROBLEMS[code].title}.`)
      .join('\n\n'),
    headers: headerRefs([...(HEADERS_BY_STATUS[status] ?? []), ...COMMON_HEADERS]),
    content: {
      'application/problem+json': {
        schema: problemSchema,
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}
