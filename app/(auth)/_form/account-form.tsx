'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { startTransition, useActionState, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Button, type ButtonStyle } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { systemTimeZone } from '@/lib/domain/intl-formats';
import { Notice } from './card';
import { ACCOUNT_FORMS, type AccountFormState, type FormName } from './forms';

interface Props {
  readonly form: FormName;
  readonly action: (before: AccountFormState, data: FormData) => Promise<AccountFormState>;
  /** Hidden fields: the page to go to afterwards, or an invitation's token. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly variant?: ButtonStyle['variant'];
}

/**
 * A form for a server action. With JavaScript, the form is validated while the user fills it in.
 * Without JavaScript, the server renders the page again with the values and the errors.
 */
export function AccountForm({ form: name, action, hidden = {}, variant = 'primary' }: Props) {
  const { schema, fields, submit } = ACCOUNT_FORMS[name];
  const [state, send, sending] = useActionState(action, {});
  const errors = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(state.errors ?? {}).map(([field, message]) => [
          field,
          { type: 'server', message },
        ]),
      ),
    [state.errors],
  );
  const form = useForm<Record<string, string>>({
    resolver: standardSchemaResolver(schema),
    mode: 'onTouched',
    errors,
    defaultValues: Object.fromEntries(fields.map((field) => [field.name, ''])),
  });
  return (
    <form
      action={send}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        const data = new FormData(event.currentTarget);
        // The new merchant's days begin at midnight in the browser's time zone.
        if (name === 'signUp') data.set('time_zone', systemTimeZone() ?? '');
        form.handleSubmit(() => startTransition(() => send(data)))(event);
      }}
    >
      {state.message && <Notice tone="failed">{state.message}</Notice>}
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {fields.map(({ name: field, label, hint, optional, type, autoComplete }) => (
        <Field key={field} label={label} hint={hint} error={form.formState.errors[field]?.message}>
          <Input
            {...form.register(field)}
            type={type}
            autoComplete={autoComplete}
            defaultValue={state.values?.[field]}
            required={!optional}
            {...(type === 'email' && { spellCheck: false, autoCapitalize: 'none' })}
          />
        </Field>
      ))}
      <Button type="submit" variant={variant} busy={sending} className="w-full">
        {submit}
      </Button>
    </form>
  );
}

interface ConfirmProps {
  readonly action: (before: AccountFormState, data: FormData) => Promise<AccountFormState>;
  readonly label: string;
  readonly variant?: ButtonStyle['variant'];
  readonly hidden?: Readonly<Record<string, string>>;
}

export function ConfirmForm({ action, label, variant = 'primary', hidden = {} }: ConfirmProps) {
  const [state, send, sending] = useActionState(action, {});
  return (
    <form action={send} className="grid gap-4">
      {state.message && <Notice tone="failed">{state.message}</Notice>}
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button type="submit" variant={variant} busy={sending} className="w-full">
        {label}
      </Button>
    </form>
  );
}
