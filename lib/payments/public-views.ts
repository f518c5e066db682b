import { NOTE_EVERY_MS } from './note-views';

interface ViewDeps {
  readonly clock: () => Date;
  /** Writes several views down at once. */
  write(checkoutIds: readonly string[], now: Date): Promise<void>;
  onError(error: unknown): void;
}

/** As long as views are gathered before they are written. */
const GATHER_MS = 250;
/** More pages than this are not remembered: the write itself then says which are news. */
const MAX_REMEMBERED = 10_000;

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
