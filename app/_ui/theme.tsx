'use client';

import { ThemeProvider as NextThemes, useTheme } from 'next-themes';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Monitor, Moon, Sun } from './icons';

interface Props {
  /** The Content-Security-Policy's nonce, for the script that sets the theme. */
  readonly nonce?: string | undefined;
  readonly children: ReactNode;
}

/**
 * Follows the system until the user chooses light or dark. `disableTransitionOnChange` is off,
 * because it makes each page compute all of its styles twice more on hydration.
 */
export function ThemeProvider({ nonce, children }: Props) {
  return (
    <NextThemes attribute="data-theme" defaultTheme="system" {...(nonce && { nonce })}>
      {children}
    </NextThemes>
  );
}

export const THEMES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

export type Theme = (typeof THEMES)[number]['value'];

export function useSetTheme(): (theme: Theme) => void {
  return useTheme().setTheme;
}

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  const group = useId();
  // The server does not know the chosen theme, so none is marked before the page has mounted.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <div
      role="radiogroup"
      aria-label="Theme"
      className="inline-flex rounded-control border bg-surface p-0.5"
    >
      {THEMES.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className="relative flex size-7 cursor-pointer items-center justify-center rounded-badge text-ink-3 hover:text-ink has-checked:bg-accent-tint has-checked:text-accent pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={group}
            value={value}
            aria-label={label}
            checked={mounted && (theme ?? 'system') === value}
            onChange={() => setTheme(value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none rounded-badge"
          />
          <Icon aria-hidden className="size-4" />
        </label>
      ))}
    </div>
  );
}
