'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Check, ChevronsUpDown, Keyboard, LogOut } from '@/app/_ui/icons';
import { lazyOpen } from '@/app/_ui/lazy-open';
import { Mark } from '@/app/_ui/logo';
import { MenuButton } from '@/app/_ui/menu-button';
import { toast } from '@/app/_ui/toast';
import { callApi } from '../_data/call-api';
import { isSignedOut } from '../_data/request-failed';
import { useFrame } from './frame';
import { PAYMENTS } from './paths';
import { discardUnsaved, hasUnsaved } from './unsaved';

const LeaveQuestion = lazyOpen(async () => (await import('./leave-question')).LeaveQuestion);

/** Names the merchant; switches to another one, lists the shortcuts, signs out. */
export function MerchantMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { merchant, merchants, email, role } = useFrame();
  const change = useMutation({
    mutationFn: switchMerchant,
    // Everything on the page belongs to the previous merchant.
    onSuccess: () => leaveFor(PAYMENTS),
    onError: sayWhy,
  });
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => leaveFor('/sign-in'),
    onError: sayWhy,
  });
  const [asked, setAsked] = useState<Leaving>();
  const ask = (leaving: Leaving) => (hasUnsaved() ? setAsked(leaving) : leaving.go());
  return (
    <>
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
              ask({ confirm: `Switch to ${name}`, go: () => change.mutate(id) });
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
            onSelect: () => ask({ confirm: 'Sign out', go: () => leave.mutate() }),
          },
        ]}
      >
        <Mark />
        <span className="min-w-0 flex-1 truncate font-bold text-section">{merchant.name}</span>
        <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">Merchant menu</span>
      </MenuButton>
      <LeaveQuestion
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        confirm={asked?.confirm ?? ''}
        busy={change.isPending || leave.isPending}
        onConfirm={() => asked?.go()}
      />
    </>
  );
}

/** What leaves the page, and the label of the button that does so. */
interface Leaving {
  readonly confirm: string;
  readonly go: () => void;
}

function sayWhy(error: Error): void {
  if (!isSignedOut(error)) toast.error(error.message);
}

function leaveFor(path: string): void {
  discardUnsaved();
  window.location.assign(path);
}

/** Switches this session to another merchant of the user. */
async function switchMerchant(merchantId: string): Promise<void> {
  await callApi('POST /api/dashboard/session/merchant', { body: { merchant_id: merchantId } });
}

/** Ends this session. */
async function signOut(): Promise<void> {
  await callApi('DELETE /api/dashboard/session', {});
}
