'use client';

import clsx from 'clsx';
import { Portal } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Content that is printed instead of the page. The screen and screen readers never show it. */
export function PrintSheet({ className, children }: Props) {
  return (
    <Portal.Root className={clsx('print-sheet', className)} aria-hidden="true">
      {children}
    </Portal.Root>
  );
}
