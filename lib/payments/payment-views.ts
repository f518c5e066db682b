import { lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentView } from '@/db/schema/payments';

/** The least time between two writes of one payment's view, over all processes. */
export const NOTE_EVERY_MS = 20_000;

/** Time for which a page counts as open after its last sign: a phone sends none from its wallet. */
export const VIEWED_FOR_MS = 180_000;

/** How long views are collected before a write. */
const GATHER_MS = 250;
/** The most pages to remember; beyond it, the write itself skips recent views. */
const MAX_REMEMBERED = 10_000;

/**
 * Records views of the pages of these payments in one statement. Skips views that another process
 * has just written, so that many pages of one payment cost one write.
 */
export async function noteViews(db: Db, checkoutIds: readonly string[], now: Date): Promise<void> {
  if (checkoutIds.length === 0) return;
  const at = now.toISOString();
  await db
    .insert(paymentView)
    // In a fixed order, so that two processes cannot deadlock.
    .values([...checkoutIds].sort().map((checkoutId) => ({ checkoutId, viewedAt: now })))
    .onConflictDoUpdate({
      target: paymentView.checkoutId,
      set: { viewedAt: now },
      setWhere: sql`${paymentView.viewedAt} <= ${at}::timestamptz
        - interval '1 millisecond' * ${NOTE_EVERY_MS}`,
    });
}

/** Deletes views that no longer count. */
export async function pruneViews(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - VIEWED_FOR_MS);
  await db.delete(paymentView).where(lt(paymentView.viewedAt, oldest));
}

interface ViewDeps {
  readonly clock: () => Date;
  /** Writes several views at once. */
  write(checkoutIds: readonly string[], now: Date): Promise<void>;
  onError(error: unknown): void;
}

/** Collects views of payment pages into rare, shared writes. */
export class PaymentViews {
  readonly #deps: ViewDeps;
  readonly #notedAt = new Map<string, number>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Never throws and never waits: a page is shown even if its view cannot be recorded. */
  note(checkoutId: string): void {
    const now = this.#deps.clock().getTime();
    if (now - (this.#notedAt.get(checkoutId) ?? 0) < NOTE_EVERY_MS) return;
    this.#forgetOld(now);
    this.#notedAt.set(checkoutId, now);
    this.#waiting.add(checkoutId);
    this.#timer ??= setTimeout(() => void this.#write(), GATHER_MS).unref();
  }

  async #write(): Promise<void> {
    this.#timer = undefined;
    const ids = [...this.#waiting];
    this.#waiting.clear();
    try {
      await this.#deps.write(ids, this.#deps.clock());
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  #forgetOld(now: number): void {
    if (this.#notedAt.size < MAX_REMEMBERED) return;
    for (const [id, at] of this.#notedAt) {
      if (now - at >= NOTE_EVERY_MS) this.#notedAt.delete(id);
    }
    if (this.#notedAt.size >= MAX_REMEMBERED) this.#notedAt.clear();
  }
}
