'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';

/** Cancels after a second thought. */
export function CancelPayment({ payment }: { payment: PaymentAnswer }) {
  const [open, setOpen] = useState(false);
  const cancel = useChange('POST /api/dashboard/payments/{id}/cancel', {
    ask: () => ({ id: payment.id }),
    changes: [paymentQueries.all()],
    done: () => 'The payment is canceled.',
  });
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="danger">Cancel payment</Button>
      </DialogTrigger>
      <Dialog
        title="Cancel this payment?"
        description="Your customer’s page will say that it is canceled. Money that still comes to its address is found all the same, and marked as late."
        actions={
          <>
            <DialogClose asChild>
              <Button>Keep it</Button>
            </DialogClose>
            <Button
              variant="danger"
              busy={cancel.isPending}
              onClick={() => cancel.mutate(undefined, { onSettled: () => setOpen(false) })}
            >
              Cancel payment
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </DialogRoot>
  );
}
