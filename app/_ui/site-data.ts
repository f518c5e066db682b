/** Returns undefined if the browser blocks site data, because every access then throws. */
function guarded<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/** @param storage `localStorage`, or `sessionStorage` for values of this tab only */
export function readBrowserValue(storage: () => Storage, name: string): string | undefined {
  return guarded(() => storage().getItem(name)) ?? undefined;
}

/** Stores a value if the browser allows it; `undefined` removes the stored value. */
export function storeBrowserValue(
  storage: () => Storage,
  name: string,
  value: string | undefined,
): void {
  guarded(() => {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, value);
  });
}
