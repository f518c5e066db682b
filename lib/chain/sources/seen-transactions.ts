import { scanTransaction } from '@/lib/bitcoin/scan';
import type { MempoolView, RawTransaction } from '../source';

const BATCH = 500;

/**
 * Remembers the mempool transactions that a source has returned, with a 32-bit hash of each
 * output's script. If a hash matches a newer address, the transaction is read again. If this state
 * is lost, the next read fetches the whole mempool.
 */
export class SeenTransactions {
  /** Hashes of output scripts by txid. Each hash takes two characters, which saves memory. */
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
      return seen === undefined || (marks.size > 0 && hasOne(seen, marks));
    });
  }
}

const marksOf = (raw: Uint8Array) =>
  scanTransaction(raw)
    .outputs.map(({ script }) => textOf(markOf(script)))
    .join('');

const textOf = (mark: number) => String.fromCharCode(mark >>> 16, mark & 0xffff);

function hasOne(seen: string, marks: ReadonlySet<number>): boolean {
  for (let at = 0; at < seen.length; at += 2) {
    if (marks.has(((seen.charCodeAt(at) << 16) | seen.charCodeAt(at + 1)) >>> 0)) return true;
  }
  return false;
}

/** FNV-1a. After a collision, a transaction is read once more than needed. */
function markOf(script: Uint8Array): number {
  let mark = 0x811c9dc5;
  for (const byte of script) mark = Math.imul(mark ^ byte, 0x01000193) >>> 0;
  return mark;
}
