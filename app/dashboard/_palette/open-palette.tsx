'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { Search } from '@/app/_ui/icons';
import { isBehindDialog } from '@/app/_ui/is-behind-dialog';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';

const LoadedPalette = loadOnFirstOpen(async () => (await import('./palette')).Palette);

interface PaletteProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Adds letters that were typed before the palette's code has loaded to the palette's field. */
export function LazyPalette({ open, onOpenChange }: PaletteProps) {
  const [text, setText] = useState('');
  const close = useEffectEvent(() => onOpenChange(false));
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isLoaded = target instanceof Element && target.closest('[role="dialog"]');
      if (isLoaded || ctrlKey || metaKey || altKey) return;
      if (key.length === 1) setText((typed) => typed + key);
      else if (key === 'Backspace') setText((typed) => typed.slice(0, -1));
      else if (key === 'Escape') close();
      else if (key !== 'Enter') return;
      event.preventDefault();
    };
    // Capturing lets the listener run before the page's own shortcuts.
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      setText('');
    };
  }, [open]);
  return <LoadedPalette open={open} onOpenChange={onOpenChange} text={text} onText={setText} />;
}

/** Opens the palette on Ctrl K or ⌘ K, even while the user types, unless a dialog is open. */
export function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey } = event;
      if (event.key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      event.preventDefault();
      if (!isBehindDialog()) onOpen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onOpen]);
}

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
