import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { revealField } from './reveal-field';

/**
 * Shows an error at a date that is only partly filled in, because browsers report its value as
 * empty.
 *
 * @param form the submitted form
 * @returns whether the form has such a date
 */
export function rejectPartialDate<V extends FieldValues>(
  form: unknown,
  setError: UseFormSetError<V>,
): boolean {
  if (!(form instanceof HTMLFormElement)) return false;
  const part = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput);
  if (!part) return false;
  const message = 'Complete the date or clear it.';
  revealField(part.name);
  setError(part.name as FieldPath<V>, { message }, { shouldFocus: true });
  return true;
}
