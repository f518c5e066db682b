'use client';

import clsx from 'clsx';
import { Portal } from 'radix-ui';
import type { ReactNode } from 'react';

interface Props {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Printed instead of the page. Neither the screen nor screen readers show it. */
export function PrintSheet({ className, children }: Props) {
  return (
    <Portal.Root className={clsx('print-sheet', className)} aria-hidden="true">
      {children}
    </Portal.Root>
  );
}
