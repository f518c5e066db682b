'use client';

import { useCallback, useSyncExternalStore } from 'react';

const CHANGED = 'blocktally-kept';

/** A yes or no that this browser remembers; yes until said otherwise. */
export function useKept(name: string): [boolean, (value: boolean) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(name) !== 'off',
    () => true,
  );
  const set = useCallback(
    (next: boolean) => {
      localStorage.setItem(name, next ? 'on' : 'off');
      window.dispatchEvent(new Event(CHANGED));
    },
    [name],
  );
  return [value, set];
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}
