/** What a page remembers in this browser. Browsers that keep no data of sites throw at any use of it. */
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

/** Remembers a value if the browser lets it; undefined removes it. */
export function remember(storage: () => Storage, name: string, value: string | undefined): void {
  guarded(() => {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, value);
  });
}
