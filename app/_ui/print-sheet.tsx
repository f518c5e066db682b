'use client';

import { Portal } from 'radix-ui';
import type { ReactNode } from 'react';

/** Printed instead of the page. It is never on screen, and is hidden from screen readers. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return (
    <Portal.Root className="print-sheet" aria-hidden="true">
      {children}
    </Portal.Root>
  );
}
