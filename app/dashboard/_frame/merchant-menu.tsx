'use client';

import { useMutation } from '@tanstack/react-query';
import { Check, ChevronsUpDown, Keyboard, LogOut } from '@/app/_ui/icons';
import { Mark } from '@/app/_ui/logo';
import { MenuButton } from '@/app/_ui/menu-button';
import { toast } from '@/app/_ui/toast';
import { callApi } from '../_data/call-api';
import { isSignedOut } from '../_data/request-failed';
import { useFrame } from './frame';
import { PAYMENTS } from './paths';
import { discardUnsaved, leave } from './unsaved';

/** Shows the merchant; switches to another one, lists the shortcuts, signs out. */
export function MerchantMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { merchant, merchants, email, role } = useFrame();
  const change = useMutation({
    mutationFn: switchMerchant,
    // Everything on the page belongs to the previous merchant.
    onSuccess: () => load(PAYMENTS),
    onError: sayWhy,
  });
  const end = useMutation({
    mutationFn: signOut,
    onSuccess: () => load('/sign-in'),
    onError: sayWhy,
  });
  return (
    <MenuButton
      align="start"
      className="flex min-h-10 w-full min-w-0 items-center gap-2.5 rounded-control px-2.5 text-start hover:bg-sunken pointer-coarse:min-h-11"
      entries={[
        { heading: 'Merchants' },
        ...merchants.map(({ id, name }) => ({
          current: id === merchant.id,
          label: (
            <>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              {id === merchant.id && <Check aria-hidden />}
            </>
          ),
          onSelect: () => {
            if (id === merchant.id) return;
            leave({ confirm: `Switch to ${name}`, go: () => change.mutate(id) });
          },
        })),
        'line',
        {
          label: (
            <>
              <Keyboard aria-hidden />
              Keyboard shortcuts
            </>
          ),
          onSelect: onShowShortcuts,
        },
        'line',
        {
          heading: (
            <>
              <span className="block max-w-56 truncate" title={email}>
                {email}
              </span>
              <span className="font-normal">Signed in as {role}</span>
            </>
          ),
        },
        {
          label: (
            <>
              <LogOut aria-hidden />
              Sign out
            </>
          ),
          onSelect: () => leave({ confirm: 'Sign out', go: () => end.mutate() }),
        },
      ]}
    >
      <Mark />
      <span className="min-w-0 flex-1 truncate font-bold text-section">{merchant.name}</span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="sr-only">Merchant menu</span>
    </MenuButton>
  );
}

function sayWhy(error: Error): void {
  if (!isSignedOut(error)) toast.error(error.message);
}

function load(path: string): void {
  discardUnsaved();
  window.location.assign(path);
}

async function switchMerchant(merchantId: string): Promise<void> {
  await callApi('POST /api/dashboard/session/merchant', { body: { merchant_id: merchantId } });
}

async function signOut(): Promise<void> {
  await callApi('DELETE /api/dashboard/session', {});
}
