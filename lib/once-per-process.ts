interface Kept {
  readonly of: unknown;
  readonly value: unknown;
}

// The entry, the route handlers and the pages are bundled apart, each with its own copy of a
// module: only globalThis is shared.
const shared = globalThis as { blocktally?: Map<string, Kept> };

/**
 * What this process has one of under a name: made on first use, and anew when it belongs to
 * something else than before.
 *
 * @param of what it belongs to, such as the runtime
 */
export function oncePerProcess<T>(name: string, make: () => T, of?: unknown): T {
  const kept = shared.blocktally?.get(name);
  if (kept && kept.of === of) return kept.value as T;
  const value = make();
  keepForProcess(name, value, of);
  return value;
}

/** Puts a value there, or with undefined takes it away. */
export function keepForProcess(name: string, value: unknown, of?: unknown): void {
  shared.blocktally ??= new Map();
  if (value === undefined) shared.blocktally.delete(name);
  else shared.blocktally.set(name, { of, value });
}
