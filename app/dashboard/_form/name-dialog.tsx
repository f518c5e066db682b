'use client';

import type { SubmitEvent } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { fieldErrorMessage } from '../_data/request-error';

interface NameDialogProps {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
}

export function NameDialog(props: NameDialogProps) {
  const { title, description, name, open, onOpenChange, error, busy, onName } = props;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onName(String(new FormData(event.currentTarget).get('name')));
  };
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Dialog title={title} description={description}>
        <form onSubmit={submit} className="grid gap-4">
          <Field label="Name" error={fieldErrorMessage('name', error)}>
            <Input name="name" defaultValue={name} autoComplete="off" />
          </Field>
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </form>
      </Dialog>
    </DialogRoot>
  );
}
