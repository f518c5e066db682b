'use client';

import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { FLOATING_CLASSES, OVERLAY_CLASSES } from './floating';
import { IconButton } from './icon-button';

export const SheetRoot = Radix.Root;
export const SheetTrigger = Radix.Trigger;
export const SheetClose = Radix.Close;

interface Props {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** `end` is beside the page, `start` for navigation, `bottom` for phones. */
  readonly side?: 'start' | 'end' | 'bottom';
}

const SIDES = {
  start: 'inset-y-0 start-0 w-[min(18rem,88vw)] rounded-none!',
  end: 'inset-y-0 end-0 w-[min(35rem,100vw)] rounded-none!',
  bottom: 'inset-x-0 bottom-0 max-h-[88dvh] rounded-b-none!',
} as const;

/** A pane that slides over an edge of the page, for details and for the phone's navigation. */
export function Sheet({ title, children, side = 'end' }: Props) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={OVERLAY_CLASSES} />
      <Radix.Content
        aria-describedby={undefined}
        className={clsx(
          FLOATING_CLASSES,
          'fixed z-40 flex flex-col motion-safe:data-[state=open]:animate-fade-in',
          SIDES[side],
        )}
      >
        <div className="flex items-center justify-between gap-4 border-b px-5 py-3">
          <Radix.Title className="text-section">{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label="Close">
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
      </Radix.Content>
    </Radix.Portal>
  );
}
