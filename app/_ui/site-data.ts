/**
 * Returns the result of `use`. If the browser blocks site data, any access throws, and the result
 * is undefined.
 */
function guarded<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

/**
 * Returns a stored value.
 *
 * @param storage `localStorage`, or `sessionStorage` for values of this tab only
 */
export function recall(storage: () => Storage, name: string): string | undefined {
  return guarded(() => storage().getItem(name)) ?? undefined;
}

/** Stores a value, if the browser allows that. The value undefined removes the stored value. */
export function remember(storage: () => Storage, name: string, value: string | undefined): void {
  guarded(() => {
    if (value === undefined) storage().removeItem(name);
    else storage().setItem(name, value);
  });
}
