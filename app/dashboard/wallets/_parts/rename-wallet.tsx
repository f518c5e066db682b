'use client';

import { useChange } from '../../_data/use-change';
import { NameButton } from '../../_form/name-button';

export function RenameWallet({ id, name }: { id: string; name: string }) {
  const rename = useChange('PATCH /api/dashboard/wallets/{id}', {
    ask: (to: string) => ({ id, body: { name: to } }),
    done: () => 'Wallet renamed.',
    quiet: true,
  });
  return (
    <NameButton
      title="Rename wallet"
      description="Only your team sees the name."
      name={name}
      change={rename}
    >
      Rename<span className="sr-only"> {name}</span>
    </NameButton>
  );
}
