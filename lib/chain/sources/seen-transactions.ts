import { scanTransaction } from '@/lib/bitcoin/scan';
import type { MempoolView, RawTransaction } from '../source';

const BATCH = 500;

/**
 * Remembers the mempool transactions that a source has returned, with a mark of each output's
 * script. If a mark matches a newer address, the transaction is read again, sometimes without need.
 * If this state is lost, the next read fetches the whole mempool.
 */
export class SeenTransactions {
  /** Marks of output scripts by txid. */
  readonly #seen = new Map<string, string>();

  /**
   * Reads the listed transactions that are new, or that may pay a script of `newScripts`.
   *
   * @param listed the txids of the whole mempool
   * @param fetch returns some of the transactions, without those that have left the mempool
   */
  async read(
    listed: ReadonlySet<string>,
    newScripts: readonly string[],
    fetch: (txids: readonly string[]) => Promise<readonly RawTransaction[]>,
  ): Promise<MempoolView> {
    const wanted = this.#wanted(listed, newScripts);
    const transactions: RawTransaction[] = [];
    const read = new Map<string, string>();
    for (let start = 0; start < wanted.length; start += BATCH) {
      const part = await fetch(wanted.slice(start, start + BATCH));
      for (const { txid, raw } of part) read.set(txid, marksOf(raw));
      transactions.push(...part);
    }
    return {
      transactions,
      has: async (txid) => listed.has(txid),
      done: () => {
        for (const [txid, marks] of read) this.#seen.set(txid, marks);
      },
    };
  }

  #wanted(listed: ReadonlySet<string>, newScripts: readonly string[]): string[] {
    for (const txid of this.#seen.keys()) if (!listed.has(txid)) this.#seen.delete(txid);
    const marks = new Set(newScripts.map((script) => markOf(Buffer.from(script, 'hex'))));
    return [...listed].filter((txid) => {
      const seen = this.#seen.get(txid);
      if (seen === undefined) return true;
      return marks.size > 0 && seen.split(' ').some((mark) => marks.has(mark));
    });
  }
}

const marksOf = (raw: Uint8Array) =>
  scanTransaction(raw)
    .outputs.map(({ script }) => markOf(script))
    .join(' ');

/** Returns four bytes of a script, which are part of the hash or key in every kind of address. */
const markOf = (script: Uint8Array) => Buffer.from(script).toString('hex', 4, 8);
