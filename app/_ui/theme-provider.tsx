'use client';

import { ThemeProvider as NextThemes } from 'next-themes';
import type { ReactNode } from 'react';

interface Props {
  /** The nonce of the page's Content-Security-Policy, for the script that sets the theme. */
  readonly nonce?: string | undefined;
  readonly children: ReactNode;
}

/** Follows the viewer's system until the viewer chooses light or dark. */
export function ThemeProvider({ nonce, children }: Props) {
  return (
    <NextThemes
      attribute="data-theme"
      defaultTheme="system"
      disableTransitionOnChange
      {...(nonce && { nonce })}
    >
      {children}
    </NextThemes>
  );
}
