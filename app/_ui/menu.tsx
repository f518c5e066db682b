'use client';

import clsx from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { FLOATING_CLASSES } from './dialog';

/** Not modal: the page behind it stays usable. */
export function MenuRoot(props: ComponentProps<typeof DropdownMenu.Root>) {
  return <DropdownMenu.Root modal={false} {...props} />;
}

export const MenuTrigger = DropdownMenu.Trigger;

/** The items of a menu. */
export function Menu({
  children,
  align = 'end',
}: {
  children: ReactNode;
  align?: 'start' | 'end';
}) {
  return (
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
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}

/** The landmark that screen readers expect content in. */
function mainLandmark(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.querySelector('main');
}

interface ItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  /** For actions that cannot be undone. */
  readonly danger?: boolean | undefined;
}

export function MenuItem({ danger, className, ...rest }: ItemProps) {
  return (
    <DropdownMenu.Item
      className={clsx(
        'flex min-h-8 cursor-pointer items-center gap-2 rounded-badge px-2.5 py-1 outline-none',
        'data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-ledger',
        'pointer-coarse:min-h-11 [&>svg]:size-4 [&>svg]:text-ink-3',
        danger && 'text-failed',
        className,
      )}
      {...rest}
    />
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 py-1.5 text-head text-ink-3">
      {children}
    </DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="my-1 h-px bg-rule" />;
}
