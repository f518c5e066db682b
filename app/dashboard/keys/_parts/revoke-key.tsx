'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';

export function RevokeKey({ apiKey }: { apiKey: KeyAnswer }) {
  const [open, setOpen] = useState(false);
  const revoke = useChange('POST /api/dashboard/keys/{id}/revoke', {
    ask: () => ({ id: apiKey.id }),
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
