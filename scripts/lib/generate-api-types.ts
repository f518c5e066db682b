import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { oas31 } from 'zod-openapi';
import { openApiDocument } from '@/lib/http/openapi/document';
import { ROOT } from './checkout.mjs';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

const METHODS = ['get', 'post', 'patch'] as const;

const MADE = '// Made from the OpenAPI document by `npm run sdk:types`; not written by hand.';

const FILE = 'sdk/src/api.ts';

/**
 * Generates the types of the TypeScript client from the OpenAPI document: the objects, and the
 * path, input and response of each operation.
 */
export function generateApiTypes(): { readonly file: string; readonly text: string } {
  // The URL appears only in descriptions, which the types do not contain. So it can be any URL.
  const { components, paths = {} } = openApiDocument(new URL('http://localhost:3000'));
  const schemas = Object.entries(components?.schemas ?? {});
  const operations = Object.entries(paths).flatMap(([route, item]) =>
    METHODS.flatMap((method) => (item[method] ? [describe(route, method, item[method])] : [])),
  );
  const parts = [
    MADE,
    ...schemas.map(([name, schema]) => declaration(name, schema)),
    ...operations.flatMap(({ id, query }) => (query ? [declaration(queryName(id), query)] : [])),
    `/** The input and the response of each operation. */
export interface Operations { ${operations.map(signature).join('\n')} }`,
    `/** Where each operation is. */
export const OPERATIONS = { ${operations.map(place).join(',\n')} } as const;`,
  ];
  return { file: FILE, text: formatted(parts) };
}

function formatted(parts: readonly string[]): string {
  const args = ['format', '--stdin-file-path=made.ts'];
  return execFileSync(path.join(ROOT, 'node_modules/.bin/biome'), args, {
    cwd: ROOT,
    encoding: 'utf8',
    input: parts.join('\n\n'),
  });
}

interface OperationTypes {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: oas31.SchemaObject | undefined;
  readonly body: string;
  readonly answer: string;
}

function describe(route: string, method: string, operation: oas31.OperationObject): OperationTypes {
  const { operationId: id, parameters = [], requestBody, responses = {} } = operation;
  if (!id) throw new Error(`${method} ${route} has no operationId`);
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const body = schemaOf(requestBody);
  return {
    id,
    method: method.toUpperCase(),
    path: route,
    query: querySchema(parameters as oas31.ParameterObject[]),
    body: body ? typeOf(body) : 'undefined',
    answer: typeOf(schemaOf(answer) ?? unknownKind(answer)),
  };
}

function schemaOf(content: unknown): Schema | undefined {
  const { content: media } = (content ?? {}) as oas31.RequestBodyObject;
  return media?.['application/json']?.schema as Schema | undefined;
}

function querySchema(parameters: oas31.ParameterObject[]): oas31.SchemaObject | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema as Schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

const queryName = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`;

function signature({ id, query, body, answer }: OperationTypes): string {
  return `${id}: { query: ${query ? queryName(id) : 'undefined'}; body: ${body}; answer: ${answer} };`;
}

function place({ id, method, path: route }: OperationTypes): string {
  return `${id}: { method: '${method}', path: '${route}' }`;
}

function declaration(name: string, schema: Schema): string {
  if ('$ref' in schema || schema.type !== 'object') return unknownKind(schema);
  return `${comment(schema)}export interface ${name} ${typeOf(schema)}`;
}

function typeOf(schema: Schema): string {
  if ('$ref' in schema) return String(schema.$ref).replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one as Schema)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `(${typeOf((schema.items ?? unknownKind(schema)) as Schema)})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return unknownKind(schema);
  }
}

function objectType(schema: oas31.SchemaObject): string {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  if (typeof others === 'object' && Object.keys(properties).length === 0) {
    return `{ [name: string]: ${typeOf(others as Schema)} }`;
  }
  const fields = Object.entries(properties).map(([name, property]) => {
    const type = typeOf(property as Schema);
    // JSON omits undefined values, so an optional field may be undefined.
    const rest = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`;
    return `${comment(property as Schema)}${name}${rest};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

function comment(schema: Schema): string {
  const { description, default: preset } = schema as oas31.SchemaObject;
  const parts = [description, preset === undefined ? '' : `Default: ${JSON.stringify(preset)}.`];
  const text = parts.filter(Boolean).join(' ');
  return text ? `/** ${text} */\n` : '';
}

/** Fails, because wrong types would be worse than no types. */
function unknownKind(schema: unknown): never {
  throw new Error(`the document has a kind of schema that is new here: ${JSON.stringify(schema)}`);
}
