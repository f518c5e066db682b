'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { peopleQueries } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';
import { useUnsaved } from '../../_frame/unsaved';

export function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange('POST /api/dashboard/settings/password', {
    ask: () => ({ body: { current, password } }),
    changes: [peopleQueries.all()],
    done: () => 'Password changed. Your other sessions are signed out.',
    quiet: true,
  });
  useUnsaved(password !== '');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(undefined, {
      onSuccess: () => {
        setCurrent('');
        setPassword('');
      },
    });
  }
  const { error } = change;
  const fields = error instanceof RequestFailed ? error.fields : {};
  const formError = error && !fields.current && !fields.password ? error.message : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-96 justify-items-start gap-4">
      <Field
        label="Current password"
        hint="Leave it empty if you have none, and have just signed in with a provider."
        error={fields.current}
        className="w-full"
      >
        <Input
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label="New password" error={fields.password ?? formError} className="w-full">
        <Input
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={change.isPending} disabled={password === ''}>
        Change password
      </Button>
    </form>
  );
}
