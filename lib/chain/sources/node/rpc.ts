import { z } from 'zod';
import { chunk } from '@/lib/domain/chunk';
import { SourceError } from '../../source';
import { isWebPage } from '../http-faults';
import { createRpcTransport, type NodeAccess, permissionProbe, type RpcRequest } from './exchange';
import type { NodeMethod } from './methods';

/** An error response of the node. Bitcoin Core's rpc/protocol.h lists the codes. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

export const RPC_LOADING = -28;
export const RPC_INVALID_PARAMETER = -8;
export const RPC_NOT_FOUND = -5;
export const RPC_MISC = -1;

/** Concurrent calls when batches are refused. A node queues at most 16 requests. */
const SINGLE_CALLS = 4;

export type RpcCall = readonly [method: NodeMethod, ...params: unknown[]];

export interface Rpc {
  /** @throws RpcError, SourceError */
  call<T>(schema: z.ZodType<T>, ...call: RpcCall): Promise<T>;
  bytes(...call: RpcCall): Promise<Buffer>;
  /**
   * Makes several calls in one request, or in smaller ones if a proxy refuses it. The results are
   * in the order of the calls. A failed call has an error as its result.
   */
  batch<T>(schema: z.ZodType<T>, calls: readonly RpcCall[]): Promise<(T | RpcError)[]>;
  /**
   * Checks that the node permits the methods to this user, without running them.
   *
   * @throws SourceError naming the refused methods
   */
  checkAllowed(methods: readonly NodeMethod[]): Promise<void>;
}

const answerSchema = z.object({
  id: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullable().optional(),
});
type Answer = z.infer<typeof answerSchema>;

/**
 * Returns functions that call a Bitcoin node by JSON-RPC.
 *
 * @param url `http://user:pass@host:port`; the credentials are sent in a header and never appear in
 *   an error
 * @param stop aborts current requests and makes later ones fail
 */
export function createRpc(
  url: URL,
  timeoutMs = 60_000,
  stop?: AbortSignal,
  access: NodeAccess = {},
): Rpc {
  const exchange = createRpcTransport(url, timeoutMs, stop, access);
  let maxBatch = Number.POSITIVE_INFINITY;

  async function ask(body: RpcRequest | readonly RpcRequest[]): Promise<unknown> {
    const response = await exchange(body);
    return jsonOf(response.status, response.body.toString());
  }

  async function askBatch(requests: readonly RpcRequest[]): Promise<Answer[] | undefined> {
    const { status, body } = await exchange(requests);
    const json = isRefusal(status) ? undefined : jsonOf(status, body.toString());
    // A server that does not support batches returns a single error.
    if (!Array.isArray(json)) return undefined;
    const answers = z.array(answerSchema).safeParse(json);
    if (!answers.success) throw notRpc('a batch');
    return answers.data;
  }

  async function askOne(request: RpcRequest): Promise<Answer> {
    const answer = answerSchema.safeParse(await ask(request));
    if (!answer.success) throw notRpc(request.method);
    return { ...answer.data, id: request.id };
  }

  /**
   * Halves a batch that a proxy refuses, down to single calls, and uses the accepted size from then
   * on.
   */
  async function askAll(requests: readonly RpcRequest[]): Promise<Answer[]> {
    if (requests.length > 1 && requests.length <= maxBatch) {
      const answers = await askBatch(requests);
      if (answers) return answers;
      maxBatch = Math.min(maxBatch, Math.floor(requests.length / 2));
    }
    const size = Math.min(maxBatch, requests.length);
    const all: Answer[] = [];
    if (size > 1) {
      for (const part of chunk(requests, size)) all.push(...(await askAll(part)));
      return all;
    }
    for (const part of chunk(requests, SINGLE_CALLS)) {
      all.push(...(await Promise.all(part.map(askOne))));
    }
    return all;
  }

  return {
    async call(schema, ...[method, ...params]) {
      return parse(schema, method, resultOf(method, await ask({ id: 0, method, params })));
    },
    async bytes(...[method, ...params]) {
      const { status, body } = await exchange({ id: 0, method, params });
      const { json, text } = splitResult(body);
      const result = resultOf(method, jsonOf(status, json));
      const bytes = bytesOf(result === '' ? text : result);
      if (!bytes) throw notRpc(method);
      return bytes;
    },
    async batch(schema, calls) {
      if (calls.length === 0) return [];
      const answers = await askAll(
        calls.map(([method, ...params], id) => ({ id, method, params })),
      );
      if (answers.length !== calls.length) throw notRpc('a batch');
      const byId = new Map(answers.map((answer) => [answer.id, answer]));
      return calls.map(([method], id) => {
        const answer = byId.get(id);
        if (!answer) throw notRpc(method);
        if (answer.error) return rpcError(answer.error);
        return parse(schema, method, answer.result);
      });
    },
    async checkAllowed(methods) {
      const { status } = await exchange(methods.map(permissionProbe));
      if (!isRefusal(status)) return;
      // A proxy refused the batch, so the node has not checked the methods. They are checked one by
      // one.
      for (const method of methods) await exchange(permissionProbe(method));
    },
  };
}

const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

const RESULT = '"result":"';

/**
 * Separates a text result from the JSON around it, because JSON.parse takes three times as long for
 * the hex of a block. Does not find the result in JSON with spaces.
 */
function splitResult(body: Buffer): { readonly json: string; readonly text: string } {
  const found = body.indexOf(RESULT);
  const start = found + RESULT.length;
  const end = found < 0 ? -1 : body.indexOf('"', start);
  if (end < 0) return { json: body.toString(), text: '' };
  const json = body.toString('utf8', 0, start) + body.toString('utf8', end);
  return { json, text: body.toString('latin1', start, end) };
}

function bytesOf(result: unknown): Buffer | undefined {
  if (typeof result !== 'string' || result === '') return undefined;
  const bytes = Buffer.from(result, 'hex');
  return bytes.length * 2 === result.length ? bytes : undefined;
}

function jsonOf(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (isWebPage(text)) {
      throw new SourceError(
        'bad_answer',
        `the node’s address leads to a web page (${status}): write the host and port of its RPC, or esplora+ before the URL of an Esplora server`,
      );
    }
    throw new SourceError(
      status === 503 || status === 429 ? 'rate_limited' : 'bad_answer',
      `the node returned ${status} without JSON`,
      { cause },
    );
  }
}

/** @throws RpcError, SourceError */
function resultOf(method: string, json: unknown): unknown {
  const answer = answerSchema.safeParse(json);
  if (!answer.success) throw notRpc(method);
  if (answer.data.error) throw rpcError(answer.data.error);
  return answer.data.result;
}

function rpcError(error: { code: number; message: string }): RpcError {
  if (error.code === RPC_LOADING) {
    throw new SourceError('loading', `the node is starting: ${error.message}`);
  }
  return new RpcError(error.code, error.message);
}

function parse<T>(schema: z.ZodType<T>, method: string, result: unknown): T {
  const parsed = schema.safeParse(result);
  if (!parsed.success) throw notRpc(method);
  return parsed.data;
}

function notRpc(what: string): SourceError {
  return new SourceError('bad_answer', `the node sent an unexpected answer to ${what}`);
}
