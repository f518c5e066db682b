'use client';

import { type SubmitEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { MAX_WORK_NOTE_LENGTH } from '@/lib/domain/limits';
import type { InboxReason } from '@/lib/domain/worklist';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { useChange } from '../_data/use-change';
import { useLeaveWarning } from '../_frame/unsaved';

interface OpenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface Props extends OpenProps {
  readonly payment: Pick<PaymentResponse, 'id' | 'received_sats'>;
  readonly reasons?: InboxReason[] | undefined;
  readonly note: string | null;
  readonly undo: () => void;
  readonly onDone: () => void;
}

/** Marks a payment's decisions as done. The team's note can be changed too. */
export function MarkDoneDialog({ open, onOpenChange, ...rest }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      {open && <Content {...rest} />}
    </DialogRoot>
  );
}

function Content({
  payment: { id, received_sats },
  reasons,
  note: before,
  undo,
  onDone,
}: Omit<Props, keyof OpenProps>) {
  const [note, setNote] = useState(before ?? '');
  const isChanged = note.trim() !== (before ?? '');
  useLeaveWarning(isChanged);
  const handle = useChange('POST /api/dashboard/payments/{id}/handle', {
    ask: (text: string) => ({
      id,
      body: { received_sats, reasons, ...(isChanged && { note: text || null }) },
    }),
    done: () => {
      // A callback of `mutate` might not run, because a live update may remove the dialog first.
      onDone();
      return { text: 'Marked as done.', undo };
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!handle.isPending) handle.mutate(note.trim());
  };
  return (
    <Dialog
      title="Mark as done"
      description="Use this if you settled it elsewhere, such as with a refund from your wallet. The payment itself does not change."
    >
      <form onSubmit={submit} className="grid gap-4">
        <Field label="Note (optional)">
          <Input
            value={note}
            maxLength={MAX_WORK_NOTE_LENGTH}
            placeholder="Refunded in transaction …"
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={handle.isPending}>
            Mark as done
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
