'use client';

import { useActionState } from 'react';
import { Button } from '@/app/_ui/button';
import type { ButtonLook } from '@/app/_ui/button-classes';
import type { FormState } from './forms';
import { Notice } from './notice';

interface Props {
  readonly action: (before: FormState, data: FormData) => Promise<FormState>;
  readonly label: string;
  readonly variant?: ButtonLook['variant'];
  readonly hidden?: Readonly<Record<string, string>>;
}

/** A form that only asks yes. */
export function OneButtonForm({ action, label, variant = 'primary', hidden = {} }: Props) {
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
