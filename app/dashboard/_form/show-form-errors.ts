import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { toast } from '@/app/_ui/toast';
import { isSignedOutError, RequestError } from '../_data/request-error';
import { revealField } from './reveal-field';

/** Maps the server's errors to form fields. */
export interface ErrorFieldMap<V extends FieldValues> {
  /** Form fields by their names in the request body. */
  readonly ofParameter: Readonly<Record<string, FieldPath<V>>>;
  /** Form fields by problem code, for problems that concern one field. */
  readonly ofCode: Readonly<Record<string, FieldPath<V>>>;
}

/** Shows a refused request's errors at their fields, or else in a toast. */
export function showFormErrors<V extends FieldValues>(
  error: Error,
  names: ErrorFieldMap<V>,
  setError: UseFormSetError<V>,
): void {
  const placed = error instanceof RequestError ? fieldErrors(error, names) : [];
  for (const [nth, [field, message]] of placed.entries()) {
    revealField(field);
    setError(field, { message }, { shouldFocus: nth === 0 });
  }
  if (placed.length === 0 && !isSignedOutError(error)) toast.error(error.message);
}

function fieldErrors<V extends FieldValues>(
  { code, message, fields }: RequestError,
  { ofParameter, ofCode }: ErrorFieldMap<V>,
): (readonly [FieldPath<V>, string])[] {
  const about = ofCode[code];
  if (about) return [[about, message]];
  return Object.entries(fields).flatMap(([name, text]) => {
    const field = ofParameter[name];
    return field ? [[field, text] as const] : [];
  });
}
