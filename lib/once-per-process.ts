interface KeptValue {
  readonly of: unknown;
  readonly value: unknown;
}

// The server's entry, the route handlers and the pages are separate bundles, each with its own copy
// of a module. They share only globalThis.
const shared = globalThis as { blocktally?: Map<string, KeptValue> };

/**
 * Returns the value with this name, which exists once per process. It is created on first use, and
 * again when its owner `of`, such as the runtime, has changed.
 */
export function oncePerProcess<T>(name: string, make: () => T, of?: unknown): T {
  const kept = shared.blocktally?.get(name);
  if (kept && kept.of === of) return kept.value as T;
  const value = make();
  setProcessValue(name, value, of);
  return value;
}

/** Sets the value with a name; undefined removes the value. */
export function setProcessValue(name: string, value: unknown, of?: unknown): void {
  shared.blocktally ??= new Map();
  if (value === undefined) shared.blocktally.delete(name);
  else shared.blocktally.set(name, { of, value });
}
