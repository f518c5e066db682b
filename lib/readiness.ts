// Next gives instrumentation and routes a copy of each module: only globalThis is shared.
const shared = globalThis as { blocktallyReady?: boolean };

/** Whether this process wants requests. */
export function isReady(): boolean {
  return shared.blocktallyReady ?? false;
}

/** Says so once the process has migrated, and takes it back when it begins to stop. */
export function setReady(ready: boolean): void {
  shared.blocktallyReady = ready;
}
