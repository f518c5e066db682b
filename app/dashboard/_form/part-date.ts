import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

/**
 * Refuses a date of which a part is missing: its field has no value, as if no date were wanted.
 *
 * @param form the form that was sent
 * @returns whether it has one
 */
export function refusePartDate<V extends FieldValues>(
  form: unknown,
  setError: UseFormSetError<V>,
): boolean {
  if (!(form instanceof HTMLFormElement)) return false;
  const part = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput);
  if (!part) return false;
  const message = 'Complete the date or clear it.';
  setError(part.name as FieldPath<V>, { message }, { shouldFocus: true });
  return true;
}
