'use client';

import clsx from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { FLOATING_CLASSES, OVERLAY_CLASSES } from './floating';
import { IconButton } from './icon-button';

export const DialogRoot = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

interface Props {
  readonly title: ReactNode;
  /** A sentence under the title, read out with it. */
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** Buttons, the confirming one last. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** A window over the page. It holds the focus while open and gives it back. */
export function Dialog({ title, description, children, actions, className }: Props) {
  return (
    <Radix.Portal>
      <Radix.Overlay className={OVERLAY_CLASSES} />
      <Radix.Content
        {...(!description && { 'aria-describedby': undefined })}
        className={clsx(
          FLOATING_CLASSES,
          'fixed inset-x-0 top-[max(5vh,16px)] z-40 mx-auto flex max-h-[90dvh] w-[calc(100%-32px)] max-w-[30rem] flex-col',
          'motion-safe:data-[state=open]:animate-rise-in',
          className,
        )}
      >
        <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
          <Radix.Title className="text-section">{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label="Close" className="-me-1.5">
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
        </div>
        <div className="grid gap-4 overflow-y-auto px-6 pb-5">
          {description && (
            <Radix.Description className="text-ink-2">{description}</Radix.Description>
          )}
          {children}
        </div>
        {actions && (
          <div className="flex flex-wrap justify-end gap-2 border-t px-6 py-4">{actions}</div>
        )}
      </Radix.Content>
    </Radix.Portal>
  );
}
