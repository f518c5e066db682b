'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props {
  readonly text: ReactNode;
  /** One element that can hold the focus, else nobody without a mouse sees the text. */
  readonly children: ReactNode;
}

/** More about something, on hover and on focus. Nothing that is needed stands only here. */
export function Tooltip({ text, children }: Props) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-paper text-small"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
