import { z } from 'zod';
import type { ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ProblemCode } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { PROBLEMS } from '../problem-table';
import type { DocumentedAnswer, DocumentedOperation } from './documented-operation';
import { EXAMPLES } from './examples';
import { ALWAYS, headerRefs, OF_STATUS } from './headers';
import { problemSchema } from './problem-schema';

/** An operation in the words of OpenAPI. */
export function describeOperation(
  operation: DocumentedOperation,
  appUrl: URL,
): ZodOpenApiOperationObject {
  const { id, tag, summary, description, query, body, open } = operation;
  const example = EXAMPLES.operations[id]?.request;
  const requestParams = {
    ...(operation.path.includes('{id}') ? { path: pathParameters } : {}),
    ...(query ? { query } : {}),
    ...(operation.headers ? { header: headerParameters(operation.headers) } : {}),
  };
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    ...(Object.keys(requestParams).length > 0 ? { requestParams } : {}),
    ...(body
      ? {
          requestBody: {
            required: body.required,
            content: {
              'application/json': {
                schema: body.schema,
                ...(example === undefined ? {} : { example }),
              },
            },
          },
        }
      : {}),
    responses: { ...answers(operation), ...refusals(operation, appUrl) },
    ...(open ? { security: [] } : {}),
  };
}

const pathParameters = z.object({
  id: z.string().meta({ description: 'The id of a payment.', examples: [EXAMPLES.paymentId] }),
});

function headerParameters(headers: NonNullable<DocumentedOperation['headers']>): z.ZodObject {
  return z.object(
    Object.fromEntries(
      Object.entries(headers).map(([name, { description, schema }]) => [
        name,
        schema.meta({ ...schema.meta(), description }),
      ]),
    ),
  );
}

function answers({
  id,
  answers: documented,
}: DocumentedOperation): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
  return Object.fromEntries(
    Object.entries(documented).map(([status, answer]) => [
      status,
      answerObject(id, status, answer),
    ]),
  );
}

function answerObject(
  id: string,
  status: string,
  { description, schema, headers = [] }: DocumentedAnswer,
): ZodOpenApiResponseObject {
  const example = EXAMPLES.operations[id]?.answers[status];
  return {
    description,
    headers: headerRefs([...headers, ...ALWAYS]),
    ...(schema
      ? {
          content: {
            'application/json': { schema, ...(example === undefined ? {} : { example }) },
          },
        }
      : {}),
  };
}

/** Problems by their status: one response each, with what every code looks like. */
function refusals(
  { problems }: DocumentedOperation,
  appUrl: URL,
): Record<`${1 | 2 | 3 | 4 | 5}${string}`, ZodOpenApiResponseObject> {
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
    headers: headerRefs([...(OF_STATUS[status] ?? []), ...ALWAYS]),
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
