'use client';

import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { FLOATING_CLASSES } from './dialog';
import { mainLandmark } from './main-landmark';

const ITEM_CLASSES = clsx(
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-badge px-2.5 py-1 outline-none',
  'data-highlighted:bg-ledger pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:text-ink-3',
);

/** An action, a file to save, a heading, or a line between groups. */
export type MenuEntry =
  | {
      readonly label: ReactNode;
      readonly onSelect: () => void;
      /** Whether the action cannot be undone. */
      readonly danger?: boolean;
      readonly current?: boolean;
    }
  | { readonly label: ReactNode; readonly download: string }
  | { readonly heading: ReactNode }
  | 'line';

export interface MenuButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
}

/**
 * A menu that is open when mounted, because `MenuButton` loads it on first use. The page behind the
 * menu stays usable.
 */
export function InitiallyOpenMenu({ entries, align = 'end', ...button }: MenuButtonProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger {...button} />
      <DropdownMenu.Portal container={mainLandmark()}>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={clsx(
            FLOATING_CLASSES,
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto p-1',
            'motion-safe:data-[state=open]:animate-fade-in',
          )}
        >
          {entries.map((entry, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a menu keep their places
            <Entry key={nth} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'line') return <DropdownMenu.Separator className="my-1 h-px bg-rule" />;
  if ('heading' in entry) {
    return (
      <DropdownMenu.Label className="px-2.5 py-1.5 text-head text-ink-3">
        {entry.heading}
      </DropdownMenu.Label>
    );
  }
  if ('download' in entry) {
    return (
      <DropdownMenu.Item asChild className={ITEM_CLASSES}>
        <a href={entry.download} download>
          {entry.label}
        </a>
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.Item
      className={clsx(ITEM_CLASSES, entry.danger && 'text-failed')}
      onSelect={entry.onSelect}
      {...(entry.current && { 'aria-current': 'true' })}
    >
      {entry.label}
    </DropdownMenu.Item>
  );
}
