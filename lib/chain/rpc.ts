import { z } from 'zod';
import { SourceError } from './source';

/** An error answered by the node; codes as in Bitcoin Core's rpc/protocol.h. */
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
  /** A call whose result is hex, in bytes. */
  bytes(...call: RpcCall): Promise<Buffer>;
  /** One answer per call, in order; a failed call has its error in that place. */
  batch<T>(schema: z.ZodType<T>, calls: readonly RpcCall[]): Promise<(T | RpcError)[]>;
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
 * @param stop ends the requests under way and fails all others
 */
export function createRpc(url: URL, timeoutMs = 60_000, stop?: AbortSignal): Rpc {
  const endpoint = new URL(url.pathname, url.origin);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  };

  async function post(body: unknown): Promise<Answer> {
    let response: Response;
    let bytes: Buffer;
    // AbortSignal.any keeps memory for every signal that it has joined to a lasting one.
    const limit = new AbortController();
    const abort = () => limit.abort();
    const timer = setTimeout(abort, timeoutMs);
    stop?.addEventListener('abort', abort);
    if (stop?.aborted) abort();
    try {
      response = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
        signal: limit.signal,
        redirect: 'error',
      });
      bytes = Buffer.from(await response.arrayBuffer());
    } catch (cause) {
      throw new SourceError('unreachable', `no answer from the node at ${endpoint.host}`, {
        cause,
      });
    } finally {
      clearTimeout(timer);
      stop?.removeEventListener('abort', abort);
    }
    if (response.status === 401 || response.status === 403) {
      throw new SourceError('unauthorized', 'the node rejects the user name or password');
    }
    return { status: response.status, bytes };
  }

  async function ask(method: string, params: readonly unknown[]): Promise<Answer> {
    return post({ id: 0, method, params });
  }

  return {
    async call(schema, ...[method, ...params]) {
      const { status, bytes } = await ask(method, params);
      return parse(schema, method, resultOf(method, jsonOf(status, bytes.toString())));
    },
    async bytes(...[method, ...params]) {
      const { status, bytes } = await ask(method, params);
      const [hex, rest] = cutHex(bytes);
      const result = resultOf(method, jsonOf(status, rest));
      const text = result === '' ? hex : result;
      if (typeof text !== 'string' || text === '') throw notRpc(method);
      // Decoding stops at the first character that is not hex.
      const decoded = Buffer.from(text, 'hex');
      if (decoded.length * 2 !== text.length) throw notRpc(method);
      return decoded;
    },
    async batch(schema, calls) {
      if (calls.length === 0) return [];
      const body = calls.map(([method, ...params], id) => ({ id, method, params }));
      const { status, bytes } = await post(body);
      const answers = z.array(answerSchema).safeParse(jsonOf(status, bytes.toString()));
      if (!answers.success || answers.data.length !== calls.length) throw notRpc('a batch');
      const byId = new Map(answers.data.map((answer) => [answer.id, answer]));
      return calls.map(([method], id) => {
        const answer = byId.get(id);
        if (!answer) throw notRpc(method);
        if (answer.error) return rpcError(answer.error);
        return parse(schema, method, answer.result);
      });
    },
  };
}

interface Answer {
  readonly status: number;
  readonly bytes: Buffer;
}

const RESULT = '"result":"';
const QUOTE = 0x22;

/**
 * Takes the hex out of an answer, which leaves an empty result: a block in hex has eight million
 * characters, and JSON's rules need not be applied to each of them.
 */
function cutHex(bytes: Buffer): [hex: string, rest: string] {
  const at = bytes.indexOf(RESULT);
  const start = at + RESULT.length;
  const end = at === -1 ? -1 : bytes.indexOf(QUOTE, start);
  if (end === -1) return ['', bytes.toString()];
  const rest = bytes.toString('utf8', 0, start) + bytes.toString('utf8', end);
  return [bytes.toString('latin1', start, end), rest];
}

function jsonOf(status: number, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SourceError(
      status === 503 ? 'rate_limited' : 'bad_answer',
      `the node answered ${status} without JSON`,
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
