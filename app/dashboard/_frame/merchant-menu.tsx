'use client';

import { Check, ChevronsUpDown, Keyboard, LogOut } from '@/app/_ui/icons';
import { LogoMark } from '@/app/_ui/logo';
import { MenuButton } from '@/app/_ui/menu-button';
import { useFrame } from './frame';
import { useSessionActions } from './session-actions';

export function MerchantMenu({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  const { merchant, merchants, name, email, role } = useFrame();
  const { switchTo, signOut } = useSessionActions();
  return (
    <MenuButton
      align="start"
      className="flex min-h-10 w-full min-w-0 items-center gap-2.5 rounded-control px-2.5 text-start hover:bg-sunken pointer-coarse:min-h-11"
      entries={[
        { heading: 'Merchants' },
        ...merchants.map((one) => ({
          current: one.id === merchant.id,
          label: (
            <>
              <span className="min-w-0 flex-1 truncate">{one.name}</span>
              {one.id === merchant.id && <Check aria-hidden />}
            </>
          ),
          onSelect: () => {
            if (one.id !== merchant.id) switchTo(one);
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
                {name ?? email}
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
          onSelect: signOut,
        },
      ]}
    >
      <LogoMark />
      <span className="min-w-0 flex-1 truncate font-bold text-section">{merchant.name}</span>
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="sr-only">Merchant menu</span>
    </MenuButton>
  );
}
