import { useSyncExternalStore } from 'react';

/**
 * Creates a value outside React, which any code can change and any component can read. The server
 * always renders the initial value.
 */
export function createSharedValue<T>(initial: T) {
  let current = initial;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  return {
    get: () => current,
    set(next: T) {
      if (next === current) return;
      current = next;
      for (const watcher of watchers) watcher();
    },
    useValue: () =>
      useSyncExternalStore(
        watch,
        () => current,
        () => initial,
      ),
  };
}
