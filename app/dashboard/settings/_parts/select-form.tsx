import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Select } from '@/app/_ui/field';
import { useLeaveWarning } from '../../_frame/unsaved';

interface Props {
  /** An anchor for links to this form. */
  readonly id?: string;
  readonly label: string;
  readonly hint: string;
  readonly saved: string;
  readonly change: {
    readonly isPending: boolean;
    mutate(value: string, on: { onSuccess: () => void }): void;
  };
  /** What the button saves, for its accessible name. */
  readonly what: string;
  readonly children: ReactNode;
}

/** A setting chosen from a list. It is saved only by the button. */
export function SelectForm({ id, label, hint, saved, change, what, children }: Props) {
  const [chosen, setChosen] = useState<string>();
  const value = chosen ?? saved;
  useLeaveWarning(value !== saved);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(value, {
      onSuccess: () => setChosen((now) => (now === value ? undefined : now)),
    });
  }
  return (
    <form id={id} onSubmit={submit} className="flex scroll-mt-4 flex-wrap items-start gap-3">
      <Field label={label} hint={hint} className="min-w-0 grow basis-56">
        <Select value={value} onChange={(event) => setChosen(event.target.value)}>
          {children}
        </Select>
      </Field>
      <Button type="submit" busy={change.isPending} disabled={value === saved} className="mt-6">
        Save<span className="sr-only"> {what}</span>
      </Button>
    </form>
  );
}
