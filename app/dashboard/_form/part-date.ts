import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { showField } from './show-field';

/**
 * Shows an error at an incomplete date, because browsers report its field as empty.
 *
 * @param form the submitted form
 * @returns whether it has an incomplete date
 */
export function refusePartDate<V extends FieldValues>(
  form: unknown,
  setError: UseFormSetError<V>,
): boolean {
  if (!(form instanceof HTMLFormElement)) return false;
  const part = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput);
  if (!part) return false;
  const message = 'Complete the date or clear it.';
  showField(part.name);
  setError(part.name as FieldPath<V>, { message }, { shouldFocus: true });
  return true;
}
