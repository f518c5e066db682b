import { z } from 'zod';
import { SourceError } from '../../source';
import { createExchange, permissionProbe, type RpcRequest } from './exchange';
import { HexResponse } from './hex-response';

/** An error response of the node; codes as in Bitcoin Core's rpc/protocol.h. */
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

export type RpcCall = readonly [method: string, ...params: unknown[]];

export interface Rpc {
  /** @throws RpcError | SourceError */
  call<T>(schema: z.ZodType<T>, ...call: RpcCall): Promise<T>;
  /** A call whose result is hex; resolves with the bytes. */
  bytes(...call: RpcCall): Promise<Buffer>;
  /**
   * Several calls in one request. One result per call, in order; a failed call has its error in
   * that place.
   */
  batch<T>(schema: z.ZodType<T>, calls: readonly RpcCall[]): Promise<(T | RpcError)[]>;
  /**
   * Checks that the node lets this user call the methods, without running them.
   *
   * @throws SourceError naming the refused methods
   */
  checkAllowed(methods: readonly string[]): Promise<void>;
}

const answerSchema = z.object({
  id: z.number().nullable(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullable().optional(),
});

/**
 * JSON-RPC to a Bitcoin node.
 *
 * @param url `http://user:pass@host:port`; the credentials go into a header, never into an error
 * @param stop aborts current requests and fails all later ones
 */
export function createRpc(url: URL, timeoutMs = 60_000, stop?: AbortSignal): Rpc {
  const exchange = createExchange(url, timeoutMs, stop);

  async function ask(body: RpcRequest | readonly RpcRequest[]): Promise<unknown> {
    const pieces: Buffer[] = [];
    const status = await exchange(body, (piece) => pieces.push(piece));
    return jsonOf(status, Buffer.concat(pieces).toString());
  }

  return {
    async call(schema, ...[method, ...params]) {
      return parse(schema, method, resultOf(method, await ask({ id: 0, method, params })));
    },
    async bytes(...[method, ...params]) {
      const answer = new HexResponse();
      const status = await exchange({ id: 0, method, params }, (piece) => answer.add(piece));
      const result = resultOf(method, jsonOf(status, answer.json));
      const bytes = result === '' ? answer.bytes : bytesOf(result);
      if (!bytes) throw notRpc(method);
      return bytes;
    },
    async batch(schema, calls) {
      if (calls.length === 0) return [];
      const body = calls.map(([method, ...params], id) => ({ id, method, params }));
      const answers = z.array(answerSchema).safeParse(await ask(body));
      if (!answers.success || answers.data.length !== calls.length) throw notRpc('a batch');
      const byId = new Map(answers.data.map((answer) => [answer.id, answer]));
      return calls.map(([method], id) => {
        const answer = byId.get(id);
        if (!answer) throw notRpc(method);
        if (answer.error) return rpcError(answer.error);
        return parse(schema, method, answer.result);
      });
    },
    async checkAllowed(methods) {
      await exchange(methods.map(permissionProbe));
    },
  };
}

/** The bytes of a result that {@link HexResponse} did not recognize, as with spaces in the JSON. */
function bytesOf(result: unknown): Buffer | undefined {
  if (typeof result !== 'string') return undefined;
  const bytes = Buffer.from(result, 'hex');
  return bytes.length * 2 === result.length ? bytes : undefined;
}

function jsonOf(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceError(
      status === 503 ? 'rate_limited' : 'bad_answer',
      `the node returned ${status} without JSON`,
      { cause },
    );
  }
}

/** @throws RpcError | SourceError */
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
