import type { Message } from './message-reader';
import { mempoolSequenceOf } from './topics';

/** Finds lost messages by the counters of one connection: a topic's own, and the mempool's. */
export class GapFinder {
  readonly #next = new Map<string, number>();
  #nextSequence: bigint | undefined;

  /** Whether messages before this one were lost, or the publisher began anew. */
  isAfterGap(message: Message): boolean {
    const expected = this.#next.get(message.topic);
    this.#next.set(message.topic, (message.counter + 1) >>> 0);
    const counterJumped = expected !== undefined && expected !== message.counter;
    return this.#sequenceJumped(message) || counterJumped;
  }

  /** Blocks move the mempool's count without telling by how much. */
  #sequenceJumped(message: Message): boolean {
    if (message.topic !== 'sequence') return false;
    const sequence = mempoolSequenceOf(message);
    const expected = this.#nextSequence;
    this.#nextSequence = sequence === undefined ? undefined : sequence + 1n;
    return sequence !== undefined && expected !== undefined && sequence !== expected;
  }
}
