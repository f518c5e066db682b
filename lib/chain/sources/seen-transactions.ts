import { scanTransaction } from '@/lib/bitcoin/scan';
import type { MempoolView, RawTransaction } from '../source';

/** Transactions per request. */
const BATCH = 500;

/**
 * The mempool transactions that a source has returned, with four bytes for each of their outputs,
 * because transactions that may pay a newer address are read again. A cache: without it, the next
 * read fetches the whole mempool.
 */
export class SeenTransactions {
  /**
   * Txid → the marks of its outputs, two characters each: little more than the bytes themselves.
   */
  readonly #seen = new Map<string, string>();

  /**
   * Reads the listed transactions that are new, or that probably pay a script of `newScripts`.
   *
   * @param listed the whole mempool
   * @param fetch reads some of them; transactions that have left the mempool are missing
   */
  async read(
    listed: ReadonlySet<string>,
    newScripts: readonly string[],
    fetch: (txids: readonly string[]) => Promise<readonly RawTransaction[]>,
  ): Promise<MempoolView> {
    const wanted = this.#wanted(listed, newScripts);
    const transactions: RawTransaction[] = [];
    // The transactions are marked in batches, since a mempool may be large.
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

/** A 32-bit hash of a script (FNV-1a). A collision only causes another read of a transaction. */
function markOf(script: Uint8Array): number {
  let mark = 0x811c9dc5;
  for (const byte of script) mark = Math.imul(mark ^ byte, 0x01000193) >>> 0;
  return mark;
}
