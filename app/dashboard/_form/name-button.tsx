'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';

const NameDialog = loadOnFirstOpen(async () => (await import('./name-dialog')).NameDialog);

interface NameButtonProps {
  readonly title: string;
  readonly description: string;
  readonly name: string;
  readonly change: {
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly reset: () => void;
    readonly mutate: (name: string, then: { readonly onSuccess: () => void }) => void;
  };
  readonly children: ReactNode;
}

export function NameButton({ title, description, name, change, children }: NameButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {children}
      </Button>
      <NameDialog
        title={title}
        description={description}
        name={name}
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          change.reset();
        }}
        error={change.error}
        busy={change.isPending}
        onName={(to) => change.mutate(to, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}
