import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { compactChanges, type DashboardChange } from '@/lib/domain/change';
import { CHANGED_CHANNEL } from './notify-dashboards';

const GAP_MS = 200;

/**
 * Notifies the merchant's open dashboards of a committed change within a fraction of a second. The
 * request does not wait: all changes of this process share a queue. If the process is killed, the
 * dashboards' periodic check finds what was queued.
 */
export function queueChange(db: Db, merchantId: string, change: DashboardChange): void {
  const known = notes.get(db) ?? new Notes(db);
  notes.set(db, known);
  known.add(merchantId, change);
}

const notes = new WeakMap<Db, Notes>();

class Notes {
  readonly #db: Db;
  #byMerchant = new Map<string, Set<DashboardChange>>();
  #busy = false;

  constructor(db: Db) {
    this.#db = db;
  }

  add(merchantId: string, change: DashboardChange): void {
    const changes = this.#byMerchant.get(merchantId) ?? new Set();
    this.#byMerchant.set(merchantId, changes.add(change));
    if (!this.#busy) void this.#flush();
  }

  async #flush(): Promise<void> {
    this.#busy = true;
    // Changes in the same event-loop tick share the notification.
    await new Promise((resolve) => setImmediate(resolve));
    const noted = this.#byMerchant;
    this.#byMerchant = new Map();
    const payloads = [...noted].flatMap(([merchantId, changes]) =>
      compactChanges(changes).map((change) => `${merchantId} ${change}`),
    );
    // The commit does not wait for the disk, because the notification need not survive a crash.
    await this.#db
      .execute(sql`
        select pg_notify(${CHANGED_CHANNEL}, p), set_config('synchronous_commit', 'off', true)
        from unnest(${sql.param(payloads)}::text[]) p`)
      .catch(() => {});
    setTimeout(() => {
      this.#busy = false;
      if (this.#byMerchant.size > 0) void this.#flush();
    }, GAP_MS).unref();
  }
}
