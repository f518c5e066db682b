import { z } from 'zod';
import { Problem } from '@/lib/domain/problems';
import {
  jsonPointer,
  parameterName,
  type StrictObjectSchema,
  validateInput,
} from '@/lib/http/input/field-errors';
import { isObject, type Json } from '@/lib/http/input/json-text';

const MAX_VALUES = 100;

export const repeatableParameter = z.array(z.string()).max(MAX_VALUES).default([]);

/**
 * Reads a query. A list repeats its parameter, written `orderId` or `orderId[]`. If another
 * parameter is repeated, its last value counts.
 *
 * @throws Problem `invalid_request`
 */
export function readQuery<Q>(query: URLSearchParams, schema: StrictObjectSchema<Q>): Q {
  const values = new Map<string, string[]>();
  for (const [parameter, value] of query) {
    const name = parameter.replace(/\[\d*\]$/, '');
    if (!Object.hasOwn(schema.shape, name)) continue;
    const known = values.get(name);
    if (!known) values.set(name, [value]);
    else known.push(value);
  }
  const input = [...values].map(([name, all]) => [
    name,
    isList(schema.shape[name]) ? all : all.at(-1),
  ]);
  return checked(schema, Object.fromEntries(input), parameterName);
}

function isList(schema: z.core.$ZodType | undefined): boolean {
  return schema instanceof z.ZodDefault && schema.unwrap() instanceof z.ZodArray;
}

/**
 * Returns the fields of a body.
 *
 * @throws Problem `malformed_json`, `invalid_request`
 */
export function readFields<B>(json: Json, schema: StrictObjectSchema<B>): B {
  if (isObject(json)) return checked(schema, json, jsonPointer);
  throw new Problem('malformed_json', 'The body must be a JSON object.');
}

function checked<T>(schema: StrictObjectSchema<T>, input: unknown, locate: typeof jsonPointer): T {
  const result = validateInput(schema, input, locate);
  if (result.ok) return result.value;
  throw new Problem('invalid_request', 'The request is not valid.', { errors: result.errors });
}
