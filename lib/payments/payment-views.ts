import { lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentView } from '@/db/schema/payments';

/** How often a view of one payment is written down, by all processes together. */
export const NOTE_EVERY_MS = 20_000;

/** For so long after it was seen a page counts as looked at: a phone that shows a wallet is silent. */
export const VIEWED_FOR_MS = 180_000;

/** As long as views are gathered before they are written. */
const GATHER_MS = 250;
/** More pages than this are not remembered: the write itself then says which are news. */
const MAX_REMEMBERED = 10_000;

/**
 * Writes down that the pages of these payments are looked at, in one statement. What another
 * process wrote a moment ago stays, so that many pages of one payment cost one write.
 */
export async function noteViews(db: Db, checkoutIds: readonly string[], now: Date): Promise<void> {
  if (checkoutIds.length === 0) return;
  const at = now.toISOString();
  await db
    .insert(paymentView)
    // In one order, so that two processes never wait for each other in a circle.
    .values([...checkoutIds].sort().map((checkoutId) => ({ checkoutId, viewedAt: now })))
    .onConflictDoUpdate({
      target: paymentView.checkoutId,
      set: { viewedAt: now },
      setWhere: sql`${paymentView.viewedAt} <= ${at}::timestamptz
        - interval '1 millisecond' * ${NOTE_EVERY_MS}`,
    });
}

/** Forgets which pages were looked at longer ago than counts. */
export async function pruneViews(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - VIEWED_FOR_MS);
  await db.delete(paymentView).where(lt(paymentView.viewedAt, oldest));
}

interface ViewDeps {
  readonly clock: () => Date;
  /** Writes several views down at once. */
  write(checkoutIds: readonly string[], now: Date): Promise<void>;
  onError(error: unknown): void;
}

/** Gathers which payment pages are looked at: one write for all of them, seldom for each. */
export class PaymentViews {
  readonly #deps: ViewDeps;
  readonly #notedAt = new Map<string, number>();
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
  }

  /** Never throws and never waits: a page is shown whether or not its view can be noted. */
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
