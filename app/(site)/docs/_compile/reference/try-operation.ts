import type { oas31 } from 'zod-openapi';
import { EXAMPLES } from '@/lib/http/openapi/examples';
import type { TryOperation, TryParameter } from '../../_try/try-operation';
import type { Operation } from './operation-markdown';
import { followed, isReference, type Schemas } from './schema-table';

/** The initial values of an operation's form: its example, without values that exist only there. */
export function tryOperation(
  { method, path, operation }: Operation,
  schemas: Schemas,
  baseUrl: string,
): TryOperation {
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const body = (operation.requestBody as oas31.RequestBodyObject | undefined)?.content[
    'application/json'
  ];
  return {
    method: method === 'get' ? 'GET' : 'POST',
    path,
    baseUrl,
    open: operation.security?.length === 0,
    parameters: parameters.map(tryParameter),
    examplePayment: EXAMPLES.paymentId,
    ...(body && { body: bodyOf(body, schemas) }),
  };
}

function tryParameter({ in: place, name, required, schema = {} }: oas31.ParameterObject) {
  const plain = isReference(schema) ? {} : schema;
  const values = plain.enum?.map(String) ?? [];
  return {
    place: place as TryParameter['place'],
    name,
    required: required === true,
    example: required ? exampleOf(name, plain) : '',
    ...(values.length > 0 && { values }),
  };
}

function exampleOf(name: string, { examples }: oas31.SchemaObject): string {
  // All payments, as in the curl command of the example.
  if (name === 'from') return '0';
  if (name === 'to') return '4000000000';
  return String(examples?.[0] ?? '');
}

function bodyOf({ example, schema = {} }: oas31.MediaTypeObject, schemas: Schemas): string {
  const { required = [] } = followed(schema, schemas);
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  // The shop in the example does not exist: only an operation that requires a URL gets one.
  const kept = fields.filter(([name]) => name !== 'webhook_url' || required.includes(name));
  return JSON.stringify(Object.fromEntries(kept), null, 2);
}
