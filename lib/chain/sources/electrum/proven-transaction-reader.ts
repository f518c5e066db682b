import { rootOfProof } from '@/lib/bitcoin/merkle-proof';
import type { ScannedHeader } from '@/lib/bitcoin/scan';
import { type MinedTransaction, type RawTransaction, SourceError } from '../../source';
import type { ElectrumRequests } from './requests';

const REMEMBERED = 500;

export interface ProvenTransaction extends MinedTransaction {
  readonly pos: number;
}

/** Reads transactions from a server, and verifies the server's proofs that they are in a block. */
export class ProvenTransactionReader {
  readonly #ask: ElectrumRequests;
  readonly #raws = new Map<string, RawTransaction>();

  constructor(ask: ElectrumRequests) {
    this.#ask = ask;
  }

  /** Returns these transactions by txid, without those that the server does not have. */
  async transactions(txids: readonly string[]): Promise<ReadonlyMap<string, RawTransaction>> {
    const missing = [...new Set(txids)].filter((txid) => !this.#raws.has(txid));
    const read = await this.#ask.transactions(missing);
    const found = new Map(read.map((one) => [one.txid, one]));
    for (const txid of txids) {
      const known = this.#raws.get(txid);
      if (known) found.set(txid, known);
    }
    for (const one of read) this.#remember(one);
    return found;
  }

  /** Proves that a transaction is in a block. @throws SourceError `bad_answer` for a wrong proof */
  async prove(
    { txid, raw }: RawTransaction,
    header: ScannedHeader,
    height: number,
  ): Promise<ProvenTransaction> {
    const proof = await this.#ask.proof(txid, height);
    if (!proof || rootOfProof(txid, proof) !== header.merkleRoot) {
      const { name } = this.#ask.client;
      const message = `the server at ${name} does not prove that ${txid} is in block ${height}`;
      throw new SourceError('bad_answer', message);
    }
    return { txid, raw, block: { height, hash: header.hash }, pos: proof.pos };
  }

  #remember(one: RawTransaction): void {
    this.#raws.set(one.txid, one);
    const [oldest] = this.#raws.keys();
    if (this.#raws.size > REMEMBERED && oldest) this.#raws.delete(oldest);
  }
}
