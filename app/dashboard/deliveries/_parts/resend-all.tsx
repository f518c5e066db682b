'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { deliveryQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';

interface Props {
  /** How many failed deliveries the filters show. */
  readonly count: number;
  readonly filters: Readonly<Record<string, string>>;
}

/** Sends again everything that failed among what the filters show, after asking. */
export function ResendAll({ count, filters }: Props) {
  const [open, setOpen] = useState(false);
  const resend = useChange('POST /api/dashboard/deliveries/resend-failed', {
    ask: () => ({ body: filters }),
    changes: [deliveryQueries.all()],
    done: ({ resent }) =>
      resent === 1
        ? 'One delivery is being sent again.'
        : `${resent} deliveries are being sent again.`,
  });
  const what = count === 1 ? 'one failed delivery' : `all ${count} failed deliveries`;
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>Resend {count === 1 ? 'it' : `all ${count}`}</Button>
      </DialogTrigger>
      <Dialog
        title={`Send ${what} again?`}
        description="Each goes out with the event id and body it had, a new timestamp and a new signature. Receivers that kept the event id recognise a repetition."
        actions={
          <>
            <DialogClose asChild>
              <Button>Keep as they are</Button>
            </DialogClose>
            <Button
              variant="primary"
              busy={resend.isPending}
              onClick={() => resend.mutate(undefined, { onSuccess: () => setOpen(false) })}
            >
              Send again
            </Button>
          </>
        }
      >
        <p className="text-ink-2">
          Exactly those that the filters show are sent: fix the receiver first, or they fail again.
        </p>
      </Dialog>
    </DialogRoot>
  );
}
