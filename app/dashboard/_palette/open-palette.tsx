'use client';

import { useEffect, useState } from 'react';
import { Search } from '@/app/_ui/icons';
import { isCovered } from '@/app/_ui/is-covered';
import { lazyOpen } from '@/app/_ui/lazy-open';

export const Palette = lazyOpen(async () => (await import('./palette')).Palette);

/** Ctrl K or ⌘ K, even while typing, unless a dialog is open. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      if (!isCovered()) onOpen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onOpen]);
}

/** Looks like the field that it opens. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const [isMac, setIsMac] = useState(false);
  useEffect(() => setIsMac(navigator.userAgent.includes('Macintosh')), []);
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex min-h-9 items-center gap-2 rounded-control border border-rule-strong bg-surface px-2.5 text-ink-2 hover:bg-sunken"
    >
      <Search aria-hidden className="size-4 text-ink-3" />
      <span className="flex-1 text-start">Search</span>
      <span aria-hidden="true" className="mono text-ink-3 text-small">
        {isMac ? '⌘ K' : 'Ctrl K'}
      </span>
      <span className="sr-only">: command palette</span>
    </button>
  );
}
