/**
 * Returns the result of `use`; undefined if the browser blocks site data, since any access then
 * throws.
 */
function guarded<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** @param storage returns `localStorage`, or `sessionStorage` for values that end with the tab */
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
