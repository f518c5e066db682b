import { z } from 'zod';
import { txidOf } from '@/lib/bitcoin/txid-of';
import { SourceError } from '../../source';
import { isWebPage } from '../http-faults';
import type { EsploraClient, EsploraResponse, ResponseLimits } from './esplora-client';

const TEXT: ResponseLimits = { maxBytes: 4_096, timeoutMs: 15_000 };
/** For 75 transactions of an address with their inputs. Standard transactions need far less. */
const LIST: ResponseLimits = { maxBytes: 8_000_000, timeoutMs: 20_000 };
/** A block or transaction has at most 4,000,000 bytes (BIP 141), or twice as many hex digits. */
const BLOCK: ResponseLimits = { maxBytes: 4_000_000, timeoutMs: 60_000 };
const TRANSACTION: ResponseLimits = { maxBytes: 8_000_000, timeoutMs: 20_000 };

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/i);
const page = z.array(
  z.object({ id: hash, height: z.number().int().min(0), previousblockhash: hash.nullish() }),
);
const fee = z.object({ fee: z.number().int().min(0) });
const history = z.array(
  z.object({
    txid: hash,
    status: z.object({
      confirmed: z.boolean(),
      block_height: z.number().int().nullish(),
      block_hash: hash.nullish(),
    }),
  }),
);

const outspend = z.object({ spent: z.boolean() });
/** The remedy when the URL leads to a server's web pages, not to its API. */
export const ADD_API_HINT =
  'add /api to the URL, as in https://mempool.space/api or https://mempool.space/signet/api';
/** In satoshis per virtual byte, by the number of blocks until a confirmation. */
const feeRates = z.object({ 6: z.number().positive().optional() });

export type BlockPage = z.infer<typeof page>;
export type AddressHistory = z.infer<typeof history>;

export type EsploraRequests = ReturnType<typeof esploraRequests>;

/**
 * Returns the requests that all three servers support: Blockstream's electrs, mempool's electrs,
 * and mempool's backend.
 */
export function esploraRequests(client: EsploraClient) {
  const wrong = (path: string) =>
    new SourceError(
      'bad_answer',
      `the server at ${client.name} sent an unexpected answer to ${path}`,
    );

  function found(answer: EsploraResponse, path: string): Buffer {
    if (answer.kind !== 'found') throw wrong(path);
    return answer.body;
  }
  function text(body: Buffer, schema: z.ZodType<string>, path: string): string {
    const parsed = schema.safeParse(body.toString('latin1').trim());
    if (!parsed.success) throw wrong(path);
    return parsed.data;
  }
  function json<T>(body: Buffer, schema: z.ZodType<T>, path: string): T {
    const parsed = schema.safeParse(parseJson(body));
    if (!parsed.success) throw wrong(path);
    return parsed.data;
  }

  return {
    async tipHash(): Promise<string> {
      const path = '/blocks/tip/hash';
      return text(found(await client.get(path, TEXT), path), hash, path);
    },
    async hashAt(height: number): Promise<string | undefined> {
      const path = '/block-height/:height';
      const answer = await client.get(`/block-height/${height}`, TEXT);
      if (answer.kind === 'unknown') return undefined;
      const body = found(answer, path);
      refuseWebPage(body, client.name);
      return text(body, hash, path);
    },
    /**
     * Returns at least ten blocks from this height downwards; empty if the server does not list
     * them.
     */
    async blocksFrom(height: number): Promise<BlockPage> {
      const answer = await client.get(`/blocks/${height}`, LIST);
      const parsed = answer.kind === 'found' ? page.safeParse(parseJson(answer.body)) : undefined;
      return parsed?.success ? parsed.data : [];
    },
    /** The block is not verified here. */
    async block(blockHash: string): Promise<Uint8Array> {
      const path = '/block/:hash/raw';
      return found(await client.get(`/block/${blockHash}/raw`, BLOCK), path);
    },
    /** Returns the fee in satoshis; undefined when the server does not know it. */
    async fee(txid: string): Promise<number | undefined> {
      const answer = await client.get(`/tx/${txid}`, TRANSACTION);
      return answer.kind === 'found' ? fee.safeParse(parseJson(answer.body)).data?.fee : undefined;
    },
    async transaction(txid: string): Promise<Uint8Array | undefined> {
      const path = '/tx/:txid/hex';
      const answer = await client.get(`/tx/${txid}/hex`, TRANSACTION);
      if (answer.kind === 'unknown') return undefined;
      const raw = Buffer.from(text(found(answer, path), hex, path), 'hex');
      if (txidOf(raw) !== txid) throw wrong(path);
      return raw;
    },
    /** An output that an unconfirmed transaction spends also counts as spent. */
    async isSpent(txid: string, vout: number): Promise<boolean> {
      const path = '/tx/:txid/outspend/:vout';
      const answer = await client.get(`/tx/${txid}/outspend/${vout}`, TEXT);
      return json(found(answer, path), outspend, path).spent;
    },
    /** Returns the fee rate for a confirmation within six blocks; undefined without an estimate. */
    async feeRate(): Promise<number | undefined> {
      const answer = await client.get('/fee-estimates', TEXT);
      const parsed =
        answer.kind === 'found' ? feeRates.safeParse(parseJson(answer.body)) : undefined;
      return parsed?.data?.[6];
    },
    /**
     * Returns the transactions of an address, unconfirmed ones first, then newest first. Returns
     * undefined if there are too many to list.
     */
    async history(address: string): Promise<AddressHistory | undefined> {
      const path = '/address/:address/txs';
      const answer = await client.get(`/address/${address}/txs`, LIST);
      if (answer.kind === 'too_large') return undefined;
      // Servers return these statuses for an address whose history is too long.
      if (answer.kind === 'refused' && [400, 413, 422].includes(answer.status)) return undefined;
      return json(found(answer, path), history, path);
    },
  };
}

function refuseWebPage(body: Buffer, name: string): void {
  if (!isWebPage(body.toString('latin1', 0, 100))) return;
  throw new SourceError('bad_answer', `the server at ${name} sends a web page: ${ADD_API_HINT}`);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
