import { setTimeout as sleep } from 'node:timers/promises';
import type { KillablePart } from './part';
import type { PlannedKill } from './plan';

export interface KillCounts {
  server: number;
  database: number;
  node: number;
}

/**
 * Kills parts of the system and restarts them later. If a part is down, its next kill waits until
 * it has started.
 */
export class Killer {
  readonly kills: KillCounts = { server: 0, database: 0, node: 0 };
  readonly #parts: readonly KillablePart[];
  readonly #down = new Map<KillablePart, Promise<void>>();

  constructor(parts: readonly KillablePart[]) {
    this.#parts = parts;
  }

  async strike({
    kind,
    which,
    downMs,
  }: Pick<PlannedKill, 'kind' | 'which' | 'downMs'>): Promise<void> {
    const parts = this.#parts.filter((part) => part.kind === kind);
    const part = parts[which % parts.length];
    if (!part) throw new Error(`there is no ${kind} to kill`);
    await this.#down.get(part);
    await part.kill();
    this.kills[kind] += 1;
    const again = sleep(downMs).then(() => {
      this.#down.delete(part);
      part.start();
    });
    this.#down.set(part, again);
  }

  async carryOut(plan: readonly PlannedKill[], up: () => Promise<void>): Promise<void> {
    for (const kill of plan) {
      if (kill.whenUp) {
        await this.over();
        await up();
      }
      await sleep(kill.afterMs);
      await this.strike(kill);
    }
  }

  async over(): Promise<void> {
    await Promise.all(this.#down.values());
  }

  get count(): number {
    return this.kills.server + this.kills.database + this.kills.node;
  }
}
