import type { oas31 } from 'zod-openapi';
import type { ProblemCode } from '@/lib/domain/problems';
import { PROBLEMS } from '@/lib/http/problem-table';
import { buildRequest, curlForTryRequest } from '../../_try/build-request';
import type { TryOperation } from '../../_try/try-operation';
import { fieldTable, formatSchemaType, parameterTable, type Schemas } from './schema-table';

export interface Operation {
  readonly method: 'get' | 'post';
  /** The path of an operation, or the type of a webhook event. */
  readonly path: string;
  readonly operation: oas31.OperationObject;
}

type Responses = readonly (readonly [status: string, response: oas31.ResponseObject])[];

/** @param tryIt the operation's "Try it" form; undefined for a webhook */
export function operationMarkdown(
  { method, path, operation }: Operation,
  schemas: Schemas,
  tryIt?: TryOperation,
): string {
  const { schema, example } = getJsonRequestBody(operation);
  return [
    `# ${operation.summary}`,
    tryIt ? `\`${method.toUpperCase()} ${path}\`` : `\`${path}\``,
    operation.description,
    ...section('## Parameters', parameterTable(parametersOf(operation))),
    ...section('## Body', schema ? fieldTable(schema, schemas) : ''),
    ...answers(operation, schemas),
    ...section('## Errors', errors(operation)),
    '## Examples',
    ...(tryIt
      ? section('### Request', fenced('sh', exampleCommand(operation, tryIt)))
      : section('### Body', json(example))),
    ...responsesOf(operation).flatMap(([status, { content = {} }]) => {
      const answer = content['application/json']?.example;
      return answer === undefined ? [] : section(`### Response ${status}`, json(answer));
    }),
  ].join('\n\n');
}

export const parametersOf = ({ parameters = [] }: oas31.OperationObject) =>
  parameters as oas31.ParameterObject[];

export function getJsonRequestBody({ requestBody }: oas31.OperationObject): oas31.MediaTypeObject {
  return (requestBody as oas31.RequestBodyObject | undefined)?.content['application/json'] ?? {};
}

function exampleCommand(operation: oas31.OperationObject, tryIt: TryOperation): string {
  const values = {
    ...Object.fromEntries(tryIt.parameters.map(({ name, example }) => [name, example])),
    ...(operation.operationId === 'createPayment' && { 'Idempotency-Key': 'order-1001-1' }),
  };
  const body = JSON.stringify(getJsonRequestBody(operation).example ?? {}, null, 2);
  return curlForTryRequest(buildRequest(tryIt, { values, body }), tryIt);
}

const section = (heading: string, text: string) => (text === '' ? [] : [heading, text]);
const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;
const json = (value: unknown) => fenced('json', JSON.stringify(value, null, 2));

function responsesOf(operation: oas31.OperationObject): Responses {
  return Object.entries(operation.responses ?? {}) as unknown as Responses;
}

function answers(operation: oas31.OperationObject, schemas: Schemas): string[] {
  return responsesOf(operation)
    .filter(([, { content }]) => !content?.['application/problem+json'])
    .flatMap(([status, { description, content, headers = {} }]) => {
      const schema = content?.['application/json']?.schema;
      const own = Object.keys(headers).filter((name) => !/^(?:X-Request-Id|RateLimit)/.test(name));
      const type = schema && formatSchemaType(schema);
      return [
        `## Response ${status}`,
        [
          description,
          ...(type?.includes('](') ? [`Body: ${type}.`] : []),
          ...(own.length > 0 ? [`Has ${own.map((name) => `\`${name}\``).join(' and ')}.`] : []),
        ].join(' '),
        ...(schema ? [fieldTable(schema, schemas)] : []),
      ];
    });
}

function errors(operation: oas31.OperationObject): string {
  const lines = responsesOf(operation).flatMap(([status, { content }]) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {}).map((code) => {
      const { title } = PROBLEMS[code as ProblemCode];
      return `| ${status} | [\`${code}\`](/docs/errors/${code}.md) | ${title} |`;
    }),
  );
  return lines.length === 0 ? '' : `| status | code | |\n| --- | --- | --- |\n${lines.join('\n')}`;
}
