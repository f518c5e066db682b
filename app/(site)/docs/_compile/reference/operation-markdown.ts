import type { oas31 } from 'zod-openapi';
import type { ProblemCode } from '@/lib/domain/problems';
import { PROBLEMS } from '@/lib/http/problem-table';
import { buildRequest, curlOf } from '../../_try/build-request';
import type { TryOperation } from '../../_try/try-operation';
import { fieldTable, parameterRow, type Schemas, typeText } from './schema-table';

export interface Operation {
  readonly method: 'get' | 'post';
  /** The path of an operation, or the type of a webhook event. */
  readonly path: string;
  readonly operation: oas31.OperationObject;
}

type Responses = readonly (readonly [status: string, response: oas31.ResponseObject])[];

/** An operation: what it does, its input, its answers and its errors. */
export function operationMarkdown(
  { method, path, operation }: Operation,
  schemas: Schemas,
): string {
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const inPlace = (place: string) => parameters.filter((one) => one.in === place);
  const body = operation.requestBody as oas31.RequestBodyObject | undefined;
  const schema = body?.content['application/json']?.schema;
  return [
    `# ${operation.summary}`,
    `\`${method.toUpperCase()} ${path}\``,
    operation.description,
    ...section('Path', rows(inPlace('path'))),
    ...section('Query', rows(inPlace('query'))),
    ...section('Headers', rows(inPlace('header'))),
    ...section('Body', schema ? fieldTable(schema, schemas) : ''),
    ...answers(operation, schemas),
    ...section('Errors', errors(operation)),
  ].join('\n\n');
}

/** An example request, and an example of each answer. */
export function operationExamples({ operation }: Operation, tryIt: TryOperation): string {
  return [
    '## Request',
    fenced('sh', exampleCommand(operation, tryIt)),
    ...responsesOf(operation).flatMap(([status, { content = {} }]) => {
      const example = content['application/json']?.example;
      return example === undefined
        ? []
        : [`## Answer ${status}`, fenced('json', JSON.stringify(example, null, 2))];
    }),
  ].join('\n\n');
}

/** The curl command of an operation's example. */
function exampleCommand(operation: oas31.OperationObject, tryIt: TryOperation): string {
  const body = operation.requestBody as oas31.RequestBodyObject | undefined;
  const example = body?.content['application/json']?.example ?? {};
  const values = {
    ...Object.fromEntries(tryIt.parameters.map(({ name, example }) => [name, example])),
    ...(operation.operationId === 'createPayment' && { 'Idempotency-Key': 'order-1001' }),
  };
  return curlOf(buildRequest(tryIt, { values, body: JSON.stringify(example, null, 2) }), tryIt);
}

export const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

function section(title: string, text: string): string[] {
  return text === '' ? [] : [`## ${title}`, text];
}

function rows(parameters: readonly oas31.ParameterObject[]): string {
  if (parameters.length === 0) return '';
  return `| name | type | |\n| --- | --- | --- |\n${parameters.map(parameterRow).join('\n')}`;
}

function responsesOf(operation: oas31.OperationObject): Responses {
  return Object.entries(operation.responses ?? {}) as unknown as Responses;
}

function answers(operation: oas31.OperationObject, schemas: Schemas): string[] {
  return responsesOf(operation)
    .filter(([, { content }]) => !content?.['application/problem+json'])
    .flatMap(([status, { description, content, headers = {} }]) => {
      const schema = content?.['application/json']?.schema;
      const own = Object.keys(headers).filter((name) => !/^(?:X-Request-Id|RateLimit)/.test(name));
      const type = schema && typeText(schema);
      return [
        `## Answer ${status}`,
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
      return `| ${status} | [\`${code}\`](/docs/errors/${code}) | ${title} |`;
    }),
  );
  return lines.length === 0 ? '' : `| status | code | |\n| --- | --- | --- |\n${lines.join('\n')}`;
}
