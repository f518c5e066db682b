import type { Db } from '@/db/client';
import type { Nudge } from './nudge';
import { waitForHost } from './webhook-host';

/** A sender's wait for another process that had all hosts of its last turn. */
export class HostWait {
  readonly #db: Db;
  readonly #nudge: Nudge;
  #wait: Promise<void> | undefined;
  /** Whether the next turn is to wait. */
  isOn = false;

  constructor(db: Db, nudge: Nudge) {
    this.#db = db;
    this.#nudge = nudge;
  }

  /** The next turn waits until the host of a delivery is released. */
  begin(deliveryId: string): void {
    this.isOn = true;
    // An error shows at the next look.
    this.#wait ??= waitForHost(this.#db, deliveryId)
      .catch(() => {})
      .finally(() => {
        this.#wait = undefined;
        this.isOn = false;
        this.#nudge.wake();
      });
  }
}
