import { oncePerProcess } from './once-per-process';

const readiness = () => oncePerProcess('readiness', () => ({ ready: false }));

/** Whether this process accepts requests. */
export function isReady(): boolean {
  return readiness().ready;
}

/** Set to true once the process listens, and to false when it begins to stop. */
export function setReady(ready: boolean): void {
  readiness().ready = ready;
}
