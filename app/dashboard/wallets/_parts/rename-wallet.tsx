'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { lazyOpen } from '@/app/_ui/lazy-open';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';

const NameDialog = lazyOpen(async () => (await import('../../_form/name-dialog')).NameDialog);

export function RenameWallet({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  const rename = useChange('PATCH /api/dashboard/wallets/{id}', {
    ask: (to: string) => ({ id, body: { name: to } }),
    changes: [keyQueries.all()],
    done: () => 'Wallet renamed.',
    quiet: true,
  });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Rename<span className="sr-only"> {name}</span>
      </Button>
      <NameDialog
        title="Rename wallet"
        description="Only your team sees the name."
        name={name}
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          rename.reset();
        }}
        error={rename.error}
        busy={rename.isPending}
        onName={(to) => rename.mutate(to, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}
