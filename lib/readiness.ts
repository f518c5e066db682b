import { oncePerProcess } from './once-per-process';

const readiness = () => oncePerProcess('readiness', () => ({ ready: false }));

export function isReady(): boolean {
  return readiness().ready;
}

/** Sets whether this process accepts requests. It accepts them until it begins to stop. */
export function setReady(ready: boolean): void {
  readiness().ready = ready;
}
