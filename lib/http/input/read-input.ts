import { z } from 'zod';
import { type FieldError, Problem } from '@/lib/domain/problems';
import type { ApiRequest } from '../api-request';
import {
  type CheckResult,
  fieldErrorSentence,
  jsonPointer,
  parameterName,
  type StrictObjectSchema,
  validateInput,
} from './field-errors';
import { isObject, type Json } from './json-text';
import { withoutNulls } from './null-fields';
import { readJsonBody, readOptionalJsonBody } from './read-body';

const MAX_ERRORS = 100;

export const noFields = z.strictObject({});

const UNREAD: CheckResult<Record<string, never>> = { ok: true, value: {}, errors: [] };

interface InputSchemas<Q, B> {
  /** If this is undefined, the query is ignored. */
  readonly query: StrictObjectSchema<Q> | undefined;
  readonly body: StrictObjectSchema<B>;
  /** With `none`, a body is ignored. */
  readonly bodyIs: 'required' | 'optional' | 'none';
  readonly maxBodyBytes?: number | undefined;
  readonly idempotent?: boolean;
}

export interface OperationInput<Q, B> {
  readonly query: Q | Record<string, never>;
  readonly body: B;
  /** The body as received, without optional fields that are null. */
  readonly json: Json;
  readonly idempotencyKey: string | undefined;
}

/** @throws Problem for a body that is not JSON; `invalid_request` with all other errors */
export async function readInput<Q, B>(
  request: ApiRequest,
  wanted: InputSchemas<Q, B>,
): Promise<OperationInput<Q, B>> {
  const json = meant(await readBody(request, wanted), wanted.body);
  const query = wanted.query ? checkQuery(request.query, wanted.query) : UNREAD;
  const header = checkIdempotencyKey(request, wanted.idempotent ?? false);
  const body = checkBody(json, wanted.body);
  if (!query.ok || !header.ok || !body.ok) {
    throw invalid([...query.errors, ...header.errors, ...body.errors]);
  }
  return { query: query.value, body: body.value, json, idempotencyKey: header.value };
}

async function readBody(
  request: ApiRequest,
  { bodyIs, maxBodyBytes }: Pick<InputSchemas<never, never>, 'bodyIs' | 'maxBodyBytes'>,
): Promise<Json> {
  if (bodyIs === 'required') return readJsonBody(request, maxBodyBytes);
  if (bodyIs === 'none') return {};
  return (await readOptionalJsonBody(request)) ?? {};
}

function checkQuery<Q>(query: URLSearchParams, schema: StrictObjectSchema<Q>): CheckResult<Q> {
  // The query is read in a single pass, because looking up thousands of names one by one is slow.
  const input = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, value] of query) {
    if (input.has(name)) repeated.add(name);
    else input.set(name, value);
  }
  const checked = validateInput(schema, withObjects(input, schema), parameterName);
  if (repeated.size === 0) return checked;
  const errors = [...repeated].map((pointer) => ({
    pointer,
    code: 'repeated',
    message: 'Must be given only once.',
  }));
  const others = checked.errors.filter((error) => !repeated.has(error.pointer));
  return { ok: false, errors: [...errors, ...others] };
}

/** Collects `metadata[order]=1` into a field of the object `metadata`. */
function withObjects<Q>(given: ReadonlyMap<string, string>, schema: StrictObjectSchema<Q>) {
  const fields = new Map<string, unknown>();
  const objects = new Map<string, [string, string][]>();
  for (const [parameter, value] of given) {
    const [, name = '', key = ''] = /^(\w+)\[(.+)\]$/s.exec(parameter) ?? [];
    if (!Object.hasOwn(schema.shape, name)) fields.set(parameter, value);
    else objects.set(name, [...(objects.get(name) ?? []), [key, value]]);
  }
  for (const [name, entries] of objects) {
    if (!fields.has(name)) fields.set(name, Object.fromEntries(entries));
  }
  return Object.fromEntries(fields);
}

function checkBody<B>(json: Json, schema: StrictObjectSchema<B>): CheckResult<B> {
  if (isObject(json)) return validateInput(schema, json, jsonPointer);
  const message = 'The body must be a JSON object.';
  return { ok: false, errors: [{ pointer: '', code: 'invalid_type', message }] };
}

function meant<B>(json: Json, schema: StrictObjectSchema<B>): Json {
  return isObject(json) ? withoutNulls(json, schema.shape) : json;
}

function checkIdempotencyKey(
  request: ApiRequest,
  wanted: boolean,
): CheckResult<string | undefined> {
  const key = wanted ? request.headers.get('idempotency-key') : undefined;
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) {
    return { ok: true, value: key, errors: [] };
  }
  const message = 'Must be 1 to 255 visible ASCII characters, without spaces.';
  return { ok: false, errors: [{ pointer: 'Idempotency-Key', code: 'invalid_format', message }] };
}

function invalid(errors: readonly FieldError[]): Problem {
  const [first] = errors;
  const detail =
    errors.length === 1 && first
      ? fieldErrorSentence(first)
      : `${errors.length} errors in this request: see errors.`;
  return new Problem('invalid_request', detail, { errors: errors.slice(0, MAX_ERRORS) });
}
