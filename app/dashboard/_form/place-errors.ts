import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { toast } from '@/app/_ui/toast';
import { isSignedOut, RequestFailed } from '../_data/request-failed';
import { showField } from './show-field';

/** Maps the names in the server's errors to fields of the form. */
export interface FieldNames<V extends FieldValues> {
  /** Form fields, by field of the request body. */
  readonly ofParameter: Readonly<Record<string, FieldPath<V>>>;
  /** Form fields, by the code of a problem that concerns one field. */
  readonly ofCode: Readonly<Record<string, FieldPath<V>>>;
}

/** Shows why a request was refused, at the fields that are wrong or else in a toast. */
export function placeErrors<V extends FieldValues>(
  error: Error,
  names: FieldNames<V>,
  setError: UseFormSetError<V>,
): void {
  const placed = error instanceof RequestFailed ? fieldErrors(error, names) : [];
  for (const [nth, [field, message]] of placed.entries()) {
    showField(field);
    setError(field, { message }, { shouldFocus: nth === 0 });
  }
  if (placed.length === 0 && !isSignedOut(error)) toast.error(error.message);
}

function fieldErrors<V extends FieldValues>(
  { code, message, fields }: RequestFailed,
  { ofParameter, ofCode }: FieldNames<V>,
): (readonly [FieldPath<V>, string])[] {
  const about = ofCode[code];
  if (about) return [[about, message]];
  return Object.entries(fields).flatMap(([name, text]) => {
    const field = ofParameter[name];
    return field ? [[field, text] as const] : [];
  });
}
