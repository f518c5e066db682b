'use client';

import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose } from '@/app/_ui/dialog';
import { RequestError } from '../_data/request-error';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly focusFirst?: RefObject<HTMLElement | null>;
  readonly confirm: string;
  readonly change: { readonly isPending: boolean; readonly error: Error | null };
  readonly onSubmit: () => void;
  /**
   * The fields that show their own errors, by their names in the request body. The dialog shows all
   * other errors. Omit it if a field shows every error.
   */
  readonly fields?: readonly string[];
  readonly children: (errors: FieldErrorTexts) => ReactNode;
}

export type FieldErrorTexts = Readonly<Record<string, string | undefined>>;

/** The content of a dialog with a form. Only its buttons close it while the request runs. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, focusFirst, confirm, change, onSubmit, fields, children } = props;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { error, isPending } = change;
  const errors: FieldErrorTexts = error instanceof RequestError ? error.fields : {};
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) onSubmit();
  }
  return (
    <Dialog
      title={title}
      description={description}
      {...(focusFirst && { focusFirst })}
      stays={isPending}
      actions={
        <>
          <DialogClose asChild>
            <Button disabled={isPending}>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" busy={isPending}>
            {confirm}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        onSubmit={submit}
        noValidate
        autoComplete="off"
        className="grid gap-4"
      >
        {children(errors)}
        {error && fields && !fields.some((name) => errors[name]) && (
          <p className="font-medium text-failed">{error.message}</p>
        )}
      </form>
    </Dialog>
  );
}
