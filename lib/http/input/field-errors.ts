import type { z } from 'zod';
import type { FieldError } from '@/lib/domain/problems';
import { nearestName } from '@/lib/nearest-name';
import { findSchemaShape, type SchemaShape } from './shape';

export type FieldPathFormatter = (path: readonly PropertyKey[]) => string;

/** Formats a path as a JSON pointer (RFC 6901). */
export const jsonPointer: FieldPathFormatter = (path) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const parameterName: FieldPathFormatter = (path) => String(path[0] ?? '');

/** An object schema that refuses unknown fields. */
export type StrictObjectSchema<T> = z.ZodType<T> & {
  readonly shape: SchemaShape;
};

export type CheckResult<T> =
  | { readonly ok: true; readonly value: T; readonly errors: readonly [] }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** A name counts as a likely typo if at most this share of its letters differs. */
const MAX_MISTYPED = 0.4;

/**
 * Returns an error as a sentence that names the field, such as `"to" is required.` A message that
 * begins with a verb gets the field as its subject. Any other message is a whole sentence.
 */
export function fieldErrorSentence({ pointer, message }: FieldError): string {
  if (pointer === '') return message;
  return /^(?:Is|Must) /.test(message)
    ? `"${pointer}" ${message.charAt(0).toLowerCase()}${message.slice(1)}`
    : `"${pointer}": ${message}`;
}

/**
 * Checks an input. Returns its value or all errors: one for each wrong field and each unknown
 * field.
 */
export function validateInput<T>(
  schema: StrictObjectSchema<T>,
  input: unknown,
  locate: FieldPathFormatter,
): CheckResult<T> {
  const parsed = schema.safeParse(input);
  const errors = new Map(notText(input, locate).map((error) => [error.pointer, error]));
  if (parsed.success && errors.size === 0) return { ok: true, value: parsed.data, errors: [] };
  for (const issue of parsed.error?.issues ?? []) {
    for (const error of errorsOf(issue, schema.shape, input, locate)) {
      if (!errors.has(error.pointer)) errors.set(error.pointer, error);
    }
  }
  return { ok: false, errors: [...errors.values()] };
}

/**
 * Finds strings that PostgreSQL cannot store, because they contain U+0000 or half of a surrogate
 * pair. Only fields and lists in fields are searched, because no schema has strings at a deeper
 * level.
 */
function notText(input: unknown, locate: FieldPathFormatter): FieldError[] {
  return Object.entries(Object(input)).flatMap(([name, value]) =>
    [value].flat(1).every(isText)
      ? []
      : [
          {
            pointer: locate([name]),
            code: 'invalid_format',
            message: 'Must be Unicode text without the character U+0000.',
          },
        ],
  );
}

function isText(value: unknown): boolean {
  return typeof value !== 'string' || !(/\p{Cs}/u.test(value) || value.includes('\0'));
}

function errorsOf(
  issue: z.core.$ZodIssue,
  shape: SchemaShape,
  input: unknown,
  locate: FieldPathFormatter,
): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    const knownNames = namesAt(shape, issue.path);
    return issue.keys.map((key) => ({
      pointer: locate([...issue.path, key]),
      code: 'unknown_field',
      message: unknownMessage(key, knownNames, locate),
    }));
  }
  const pointer = locate(issue.path);
  const isMissing = issue.path.length > 0 && valueAt(input, issue.path) === undefined;
  // A custom check has its own message for a missing field.
  return isMissing && issue.code !== 'custom'
    ? [{ pointer, code: 'required', message: 'Is required.' }]
    : [{ pointer, code: codeOf(issue), message: messageOf(issue, shape) }];
}

/** A missing object gets its message here, because object schemas have none of their own. */
function messageOf(issue: z.core.$ZodIssue, shape: SchemaShape): string {
  if (issue.code !== 'invalid_type' || issue.expected !== 'object') return issue.message;
  return `Must be an object with these fields: ${namesAt(shape, issue.path).join(', ')}.`;
}

function namesAt(shape: SchemaShape, path: readonly PropertyKey[]): readonly string[] {
  const inner = path.reduce<SchemaShape | undefined>(
    (at, part) => findSchemaShape(at?.[String(part)]),
    shape,
  );
  return Object.keys(inner ?? {});
}

function unknownMessage(
  key: string,
  knownNames: readonly string[],
  locate: FieldPathFormatter,
): string {
  const unknown = `Unknown ${locate === parameterName ? 'parameter' : 'field'}.`;
  const near = nearestName(key, knownNames);
  if (!near) return `${unknown} This operation takes none.`;
  // A more distant name is probably another word, so the hint would be wrong.
  return near.edits <= Math.max(key.length, near.name.length) * MAX_MISTYPED
    ? `${unknown} Did you mean "${near.name}"?`
    : `${unknown} Use one of: ${knownNames.join(', ')}.`;
}

/** Codes are our own, so they do not change with the validation library. */
function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') return String(issue.params?.code ?? 'invalid_value');
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'out_of_range';
  if (issue.code === 'invalid_format') return 'invalid_format';
  return issue.code === 'invalid_type' ? 'invalid_type' : 'invalid_value';
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) {
      return undefined;
    }
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}
