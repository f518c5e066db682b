import type { oas31 } from 'zod-openapi';
import { EXAMPLES } from '@/lib/http/openapi/examples';
import type { TryOperation, TryParameter } from '../../_try/try-operation';
import { getJsonRequestBody, type Operation, parametersOf } from './operation-markdown';
import { isReference, resolveSchema, type Schemas } from './schema-table';

/** Returns the "Try it" form of an operation, filled with the values of the operation's example. */
export function toTryOperation(
  { method, path, operation }: Operation,
  schemas: Schemas,
  baseUrl: string,
): TryOperation {
  const body = operation.requestBody && getJsonRequestBody(operation);
  return {
    method: method === 'get' ? 'GET' : 'POST',
    path,
    baseUrl,
    open: operation.security?.length === 0,
    parameters: parametersOf(operation).map(tryParameter),
    examplePayment: EXAMPLES.paymentId,
    ...(body && { body: initialBody(body, schemas) }),
  };
}

function tryParameter(parameter: oas31.ParameterObject): TryParameter {
  const { in: place, name, required = false, schema = {} } = parameter;
  const { enum: values, examples } = isReference(schema) ? {} : schema;
  // A range that includes every payment, as in the example's curl command.
  const range: Readonly<Record<string, string>> = { from: '0', to: '4000000000' };
  return {
    place: place as TryParameter['place'],
    name,
    required,
    example: required ? (range[name] ?? String(examples?.[0] ?? '')) : '',
    ...(values && { values: values.map(String) }),
  };
}

function initialBody({ example, schema = {} }: oas31.MediaTypeObject, schemas: Schemas): string {
  const { required = [] } = resolveSchema(schema, schemas);
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  // Leaves out the example's webhook URL unless it is required, because no such shop exists.
  const kept = fields.filter(([name]) => name !== 'webhook_url' || required.includes(name));
  return JSON.stringify(Object.fromEntries(kept), null, 2);
}
