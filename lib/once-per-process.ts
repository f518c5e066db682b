interface KeptValue {
  readonly of: unknown;
  readonly value: unknown;
}

// The entry, the route handlers and the pages are separate bundles, each with its own copy of a
// module. They share only globalThis.
const shared = globalThis as { blocktally?: Map<string, KeptValue> };

/**
 * Returns a value that exists once per process, by name. It is created on first use, and again when
 * its owner changes.
 *
 * @param of the owner, such as the runtime
 */
export function oncePerProcess<T>(name: string, make: () => T, of?: unknown): T {
  const kept = shared.blocktally?.get(name);
  if (kept && kept.of === of) return kept.value as T;
  const value = make();
  keepForProcess(name, value, of);
  return value;
}

/** Sets the value of a name; undefined removes it. */
export function keepForProcess(name: string, value: unknown, of?: unknown): void {
  shared.blocktally ??= new Map();
  if (value === undefined) shared.blocktally.delete(name);
  else shared.blocktally.set(name, { of, value });
}
