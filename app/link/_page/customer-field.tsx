import type { Wording } from '@/app/pay/_page/wording';
import { MAX_CUSTOMER_NAME_LENGTH } from '@/lib/domain/customer';
import { MAX_EMAIL_LENGTH } from '@/lib/domain/email';
import { isFirstFault, type LinkFormState } from './view';

const INPUTS = {
  name: { label: 'linkName', type: 'text', dir: 'auto', maxLength: MAX_CUSTOMER_NAME_LENGTH },
  email: { label: 'linkEmail', type: 'email', dir: 'ltr', maxLength: MAX_EMAIL_LENGTH },
} as const;

export function CustomerField({
  field,
  isRequired,
  wording,
  form,
}: {
  field: keyof typeof INPUTS;
  isRequired: boolean;
  wording: Wording;
  form: LinkFormState;
}) {
  const { label, type, dir, maxLength } = INPUTS[field];
  const fault = form.faults?.[field];
  const error = fault && errorText(fault, maxLength, wording);
  return (
    <div className={error ? 'link-field is-wrong' : 'link-field'}>
      <label htmlFor={field}>
        {wording.plain(label)} {!isRequired && <small>{wording.plain('linkOptional')}</small>}
      </label>
      <div className="link-input">
        <input
          id={field}
          name={field}
          type={type}
          dir={dir}
          className="link-text"
          autoComplete={field}
          maxLength={maxLength}
          required={isRequired}
          // biome-ignore lint/a11y/noAutofocus: screen readers then read the first error
          autoFocus={isFirstFault(field, form)}
          defaultValue={form[field]}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${field}-error` : undefined}
        />
      </div>
      {error && (
        <p id={`${field}-error`} className="link-error">
          {error}
        </p>
      )}
    </div>
  );
}

function errorText(fault: string, count: number, wording: Wording): string {
  if (fault === 'required') return wording.plain('linkNoteMissing');
  return fault === 'too_long'
    ? wording.plain('linkNoteTooLong', { count })
    : wording.plain('linkEmailInvalid', { example: 'ada@example.com' });
}
