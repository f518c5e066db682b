'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { changedKeyAnswer, type KeyAnswer } from '../../_data/key-answers';
import { keyQueries } from '../../_data/queries';
import { useAct } from '../../_data/use-act';

export function RevokeKey({ apiKey }: { apiKey: KeyAnswer }) {
  const [open, setOpen] = useState(false);
  const revoke = useAct({
    path: () => `/api/dashboard/keys/${apiKey.id}/revoke`,
    answer: changedKeyAnswer,
    changes: [keyQueries.all()],
    done: () => `${apiKey.name} is revoked.`,
  });
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="danger" size="small">
          Revoke
        </Button>
      </DialogTrigger>
      <Dialog
        title={`Revoke ${apiKey.name}?`}
        description="Requests with it are refused at once, and that cannot be taken back. Its payments are still followed and their webhooks sent."
        actions={
          <>
            <DialogClose asChild>
              <Button>Keep the key</Button>
            </DialogClose>
            <Button
              variant="danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate(undefined, { onSuccess: () => setOpen(false) })}
            >
              Revoke
            </Button>
          </>
        }
      >
        <p className="text-ink-2">
          If only the secret leaked, rotate the key instead: payments and settings stay with it.
        </p>
      </Dialog>
    </DialogRoot>
  );
}
