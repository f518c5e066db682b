'use client';

import { ThemeProvider as NextThemes, useTheme } from 'next-themes';
import { ToggleGroup } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { Monitor, Moon, Sun } from './icons';

interface Props {
  /** The nonce of the page's Content-Security-Policy, for the script that sets the theme. */
  readonly nonce?: string | undefined;
  readonly children: ReactNode;
}

/** Follows the system until the viewer chooses light or dark. */
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

export const THEMES = [
  { value: 'system', label: 'System', Icon: Monitor },
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
] as const;

export type Theme = (typeof THEMES)[number]['value'];

/** Sets the theme of every page. */
export function useSetTheme(): (theme: Theme) => void {
  return useTheme().setTheme;
}

/** Light, dark, or as the system. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  // The server does not know the choice, and showing a wrong one would flash.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <ToggleGroup.Root
      type="single"
      aria-label="Theme"
      value={mounted ? (theme ?? 'system') : ''}
      onValueChange={(value) => value && setTheme(value)}
      className="inline-flex rounded-control border bg-surface p-0.5"
    >
      {THEMES.map(({ value, label, Icon }) => (
        <ToggleGroup.Item
          key={value}
          value={value}
          aria-label={label}
          title={label}
          className="flex size-7 items-center justify-center rounded-badge text-ink-3 hover:text-ink data-[state=on]:bg-accent-tint data-[state=on]:text-accent pointer-coarse:size-11"
        >
          <Icon aria-hidden className="size-4" />
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
