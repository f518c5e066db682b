import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { toast } from '@/app/_ui/toast';
import { isSignedOutError, RequestError } from '../_data/request-error';
import { revealField } from './reveal-field';

/**
 * Maps a problem's code, or a field of the request body, to the form field that shows the error. A
 * form field with the same name as the body's field needs no entry.
 */
export type ErrorFieldMap<V extends FieldValues> = Readonly<Record<string, FieldPath<V>>>;

/** Shows a refused request's errors at their fields, or else in a toast. */
export function showFormErrors<V extends FieldValues>(
  error: Error,
  { getValues, setError }: Pick<UseFormReturn<V>, 'getValues' | 'setError'>,
  names: ErrorFieldMap<V> = {},
): void {
  const placed = error instanceof RequestError ? fieldErrors(error, getValues(), names) : [];
  for (const [nth, [field, message]] of placed.entries()) {
    revealField(field);
    setError(field, { message }, { shouldFocus: nth === 0 });
  }
  if (placed.length === 0 && !isSignedOutError(error)) toast.error(error.message);
}

function fieldErrors<V extends FieldValues>(
  { code, message, fields }: RequestError,
  values: V,
  names: ErrorFieldMap<V>,
): (readonly [FieldPath<V>, string])[] {
  const about = names[code];
  if (about) return [[about, message]];
  return Object.entries(fields).flatMap(([name, text]) => {
    const field = names[name] ?? (Object.hasOwn(values, name) && (name as FieldPath<V>));
    return field ? [[field, text] as const] : [];
  });
}
