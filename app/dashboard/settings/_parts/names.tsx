'use client';

import type { UseMutationResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { fieldErrorMessage } from '../../_data/request-error';
import { useChange } from '../../_data/use-change';
import { useLeaveWarning } from '../../_frame/unsaved';

interface NameProps {
  readonly name: string;
}

export function MerchantNameForm({ name }: NameProps) {
  const rename = useChange('PATCH /api/dashboard/settings/merchant', {
    ask: (newName: string) => ({ body: { name: newName } }),
    done: () => 'Name changed.',
    quiet: true,
  });
  return (
    <NameForm
      label="Name"
      hint="Your customers see the name on the payment page."
      autoComplete="off"
      button="Rename"
      name={name}
      change={rename}
    />
  );
}

export function YourName({ name }: NameProps) {
  const rename = useChange('PATCH /api/dashboard/settings/name', {
    ask: (newName: string) => ({ body: { name: newName } }),
    done: () => 'Your name changed.',
    quiet: true,
  });
  return (
    <NameForm
      label="Your name"
      hint="Your teams see the name; customers never do. Leave empty to show your e-mail address."
      autoComplete="name"
      button={
        <>
          Save<span className="sr-only"> your name</span>
        </>
      }
      name={name}
      change={rename}
    />
  );
}

interface NameFormProps extends NameProps {
  readonly label: string;
  readonly hint: string;
  readonly autoComplete: string;
  readonly button: ReactNode;
  readonly change: Pick<
    UseMutationResult<unknown, Error, string>,
    'mutate' | 'isPending' | 'error'
  >;
}

function NameForm({ label, hint, autoComplete, button, name, change }: NameFormProps) {
  // Undefined until the user types, so that a rename in another tab appears here.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  useLeaveWarning(text.trim() !== name);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(text, {
      onSuccess: () => setTyped((now) => (now === text ? undefined : now)),
    });
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field
        label={label}
        hint={hint}
        error={fieldErrorMessage('name', change.error)}
        className="min-w-0 grow basis-56"
      >
        <Input
          value={text}
          autoComplete={autoComplete}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        busy={change.isPending}
        disabled={text.trim() === name}
        className="mt-6"
      >
        {button}
      </Button>
    </form>
  );
}
