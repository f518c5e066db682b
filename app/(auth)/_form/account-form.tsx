'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { startTransition, useActionState, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '@/app/_ui/button';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { FORMS, type FormName, type FormState } from './forms';
import { Notice } from './notice';

interface Props {
  readonly form: FormName;
  readonly action: (before: FormState, data: FormData) => Promise<FormState>;
  /** Sent along: where to go afterwards, or an invitation's token. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Addresses that are known already. */
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * A form that the server answers. With script it is checked while it is filled in; without, the
 * same server action gets it and the page comes back with what was typed and what was wrong.
 */
export function AccountForm({ form: name, action, hidden = {}, values = {} }: Props) {
  const { schema, fields, submit } = FORMS[name];
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
    resolver: zodResolver(schema),
    mode: 'onTouched',
    errors,
    defaultValues: { ...Object.fromEntries(fields.map((f) => [f.name, ''])), ...values },
  });
  return (
    <form
      action={send}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        const data = new FormData(event.currentTarget);
        form.handleSubmit(() => startTransition(() => send(data)))(event);
      }}
    >
      {state.message && <Notice tone="failed">{state.message}</Notice>}
      {Object.entries(hidden).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {fields.map(({ name: field, label, hint, type, autoComplete }) => (
        <Field key={field} label={label} hint={hint} error={form.formState.errors[field]?.message}>
          <Input
            {...form.register(field)}
            type={type}
            autoComplete={autoComplete}
            defaultValue={state.values?.[field] ?? values[field]}
            required
            {...(type === 'email' && { spellCheck: false, autoCapitalize: 'none' })}
          />
        </Field>
      ))}
      <Button type="submit" variant="primary" busy={sending} className="w-full">
        {submit}
      </Button>
    </form>
  );
}
