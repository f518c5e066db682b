'use client';

import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 64rem)';

/** Whether a pane fits beside a list; undefined until the browser was asked. */
export function useWide(): boolean | undefined {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches, unknown);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const unknown = () => undefined;
