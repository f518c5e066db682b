'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { frameQuery } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';

export function RenameShop({ name }: { name: string }) {
  const [text, setText] = useState(name);
  const rename = useChange('PATCH /api/dashboard/settings/merchant', {
    ask: () => ({ body: { name: text } }),
    changes: [frameQuery().queryKey],
    done: () => 'The shop has its new name.',
    quiet: true,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!rename.isPending) rename.mutate();
  }
  const failed = rename.error instanceof RequestFailed ? rename.error : undefined;
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field
        label="Name"
        hint="Payers see it on the payment page."
        error={rename.error && (failed?.fields.name ?? rename.error.message)}
        className="min-w-0 grow basis-64"
      >
        <Input value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button
        type="submit"
        busy={rename.isPending}
        disabled={text.trim() === name}
        className="mt-6"
      >
        Rename
      </Button>
    </form>
  );
}
