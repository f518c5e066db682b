'use client';

import { Portal } from 'radix-ui';
import type { ReactNode } from 'react';

/** What is printed in place of the page. It is never on the screen, and not read out. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return (
    <Portal.Root className="print-sheet" aria-hidden="true">
      {children}
    </Portal.Root>
  );
}
