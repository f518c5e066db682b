/** Accesses site data. Browsers that block it throw on any access. */
function guarded<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** @param storage where: `() => localStorage`, or `() => sessionStorage` until the tab is closed */
export function recall(storage: () => Storage, name: string): string | undefined {
  return guarded(() => storage().getItem(name)) ?? undefined;
}

/** Stores a value if the browser allows it; undefined removes it. */
export function remember(storage: () => Storage, name: string, value: string | undefined): void {
  guarded(() => {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, value);
  });
}
