import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { MerkleProof } from '@/lib/bitcoin/merkle-proof';
import { txidOf } from '@/lib/bitcoin/txid-of';
import { type RawTransaction, SourceError } from '../../source';
import type { ElectrumClient } from './client';
import { ElectrumRefusal } from './electrum-connection';

export const HEADERS_PER_REQUEST = 2_016;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/i);
const header = z.string().regex(/^[0-9a-f]{160}$/i);
const height = z.number().int().min(0);
const tip = z.object({ height, hex: header });
/** Up to protocol 1.4, the headers are one text. Later versions return a list. */
const headers = z.union([
  z.object({ hex: z.string().regex(/^(?:[0-9a-f]{160})*$/i) }),
  z.object({ headers: z.array(header) }),
]);
const status = hash.nullable();
/** The height of an unconfirmed transaction is 0, or -1 if one of its inputs is unconfirmed too. */
const history = z.array(z.object({ tx_hash: hash, height: z.number().int().min(-1) }));
const proof = z.object({ merkle: z.array(hash).max(32), pos: z.number().int().min(0) });
const unspent = z.array(z.object({ tx_hash: hash, tx_pos: z.number().int().min(0) }));

export interface HistoryEntry {
  readonly txid: string;
  /** The height of the block; 0 or less while the transaction is unconfirmed. */
  readonly height: number;
}

export type ElectrumRequests = ReturnType<typeof electrumRequests>;

/** Returns the hash that identifies a script in the protocol. */
export function scripthashOf(script: string): string {
  const digest = createHash('sha256').update(Buffer.from(script, 'hex')).digest();
  return digest.reverse().toString('hex');
}

function asker(client: ElectrumClient) {
  function parsed<T>(schema: z.ZodType<T>, answer: unknown, method: string): T {
    const result = schema.safeParse(answer);
    if (result.success) return result.data;
    client.leave();
    const message = `the server at ${client.name} sent an unexpected answer to ${method}`;
    throw new SourceError('bad_answer', message);
  }
  /** Returns the responses in order, with undefined for a refusal that `mayRefuse` accepts. */
  async function ask<T>(
    method: string,
    params: readonly (readonly unknown[])[],
    schema: z.ZodType<T>,
    mayRefuse: (refusal: ElectrumRefusal) => boolean = () => false,
  ): Promise<(T | undefined)[]> {
    const answers = await client.callAll(params.map((one) => ({ method, params: one })));
    return answers.map((answer) => {
      if (!(answer instanceof ElectrumRefusal)) return parsed(schema, answer, method);
      if (mayRefuse(answer)) return undefined;
      const message = `the server at ${client.name} refuses ${method}: ${answer.message}`;
      throw new SourceError('bad_answer', message);
    });
  }
  return {
    ask,
    async one<T>(method: string, params: readonly unknown[], schema: z.ZodType<T>) {
      const [answer] = await ask(method, [params], schema);
      return answer as T;
    },
    byScript<T>(method: string, scripts: readonly string[], schema: z.ZodType<T>) {
      const hashes = scripts.map((script) => [scripthashOf(script)]);
      return ask(method, hashes, schema, isTooLong);
    },
  };
}

/** Returns the requests of protocol 1.4, which Fulcrum, electrs and ElectrumX all support. */
export function electrumRequests(client: ElectrumClient) {
  const { ask, one, byScript } = asker(client);
  return {
    client,
    tip: () => one('blockchain.headers.subscribe', [], tip),
    /** Returns at most {@link HEADERS_PER_REQUEST} headers, each as hex. */
    async headers(start: number, count: number): Promise<string[]> {
      const answer = await one('blockchain.block.headers', [start, count], headers);
      return 'headers' in answer ? answer.headers : (answer.hex.match(/.{160}/g) ?? []);
    },
    /**
     * Subscribes to scripts and returns their statuses. A status is null for a script without
     * transactions, and undefined for a script with too many.
     */
    subscribe: (scripts: readonly string[]): Promise<(string | null | undefined)[]> =>
      byScript('blockchain.scripthash.subscribe', scripts, status),
    /** Ends subscriptions, if the server supports it. */
    async unsubscribe(scripts: readonly string[]): Promise<void> {
      const params = scripts.map((script) => [scripthashOf(script)]);
      await ask('blockchain.scripthash.unsubscribe', params, z.unknown(), () => true);
    },
    /** A history is undefined for a script with too many transactions. */
    async histories(scripts: readonly string[]): Promise<(HistoryEntry[] | undefined)[]> {
      const found = await byScript('blockchain.scripthash.get_history', scripts, history);
      return found.map((entries) =>
        entries?.map((entry) => ({ txid: entry.tx_hash, height: entry.height })),
      );
    },
    async transactions(txids: readonly string[]): Promise<RawTransaction[]> {
      const params = txids.map((txid) => [txid]);
      const found = await ask('blockchain.transaction.get', params, hex, () => true);
      return found.flatMap((text, at) =>
        text === undefined ? [] : checked(client, txids[at] as string, text),
      );
    },
    /** Returns undefined if the transaction is not in the block at the height `at`. */
    async proof(txid: string, at: number): Promise<MerkleProof | undefined> {
      const method = 'blockchain.transaction.get_merkle';
      const [answer] = await ask(method, [[txid, at]], proof, () => true);
      return answer;
    },
    /**
     * Returns the unspent outputs of each script, `txid:vout`; undefined for a script with too many
     * transactions.
     */
    async unspent(scripts: readonly string[]): Promise<(string[] | undefined)[]> {
      const found = await byScript('blockchain.scripthash.listunspent', scripts, unspent);
      return found.map((outputs) => outputs?.map((coin) => `${coin.tx_hash}:${coin.tx_pos}`));
    },
    /** Returns the fee rate for a confirmation within six blocks, in satoshis per virtual byte. */
    async feeRate(): Promise<number | undefined> {
      const perKilobyte = await one('blockchain.estimatefee', [6], z.number());
      return perKilobyte > 0 ? perKilobyte * 100_000 : undefined;
    },
  };
}

/** @throws SourceError `bad_answer` unless the transaction has the requested txid */
function checked(client: ElectrumClient, txid: string, text: string): RawTransaction {
  const raw = Buffer.from(text, 'hex');
  if (txidOf(raw) === txid) return { txid, raw };
  client.leave();
  const message = `the server at ${client.name} sent another transaction than ${txid}`;
  throw new SourceError('bad_answer', message);
}

function isTooLong({ message }: ElectrumRefusal): boolean {
  return /too (?:large|long|many|big)|history.*exceed/i.test(message);
}
