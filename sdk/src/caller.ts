import { OPERATIONS, type Operations } from './api.js';
import { ApiError } from './errors.js';
import { type HttpRequestSettings, type HttpTextReply, sendWithRetries } from './exchange.js';

export interface ClientOptions {
  /** The server's URL, such as `https://pay.shop.example`; `/v1` may follow. */
  readonly baseUrl: string | URL;
  readonly apiKey: string;
  /**
   * Time limit of each attempt in ms, including the response. Default: 25 000, because a test
   * webhook may take 19 000.
   */
  readonly timeoutMs?: number;
  /** Maximum number of retries after the first attempt. Default: 3. */
  readonly maxRetries?: number;
  /**
   * Maximum pause before the first retry, in ms. It doubles with each further retry. Default: 500.
   */
  readonly backOffMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** A signal that ends the request, its retries and the pauses between them. */
  readonly signal?: AbortSignal | undefined;
}

export interface CallInput {
  readonly id?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Name = keyof Operations;

/** Operations other than GET that are safe to repeat. */
const REPEATABLE: readonly Name[] = [
  'createPayment',
  'cancelPayment',
  'createRefund',
  'deactivatePaymentLink',
  'updateKey',
  'pauseWebhookEndpoint',
  'resumeWebhookEndpoint',
];

export class Caller {
  readonly #settings: HttpRequestSettings;

  constructor({ baseUrl, apiKey, fetch = globalThis.fetch, ...limits }: ClientOptions) {
    if (!/^https?:\/\//i.test(`${baseUrl}`)) {
      throw new TypeError('baseUrl must begin with https:// or http://');
    }
    if (!apiKey) throw new TypeError('apiKey is empty: pass your API key');
    this.#settings = {
      baseUrl: new URL(baseUrl).href.replace(/(?:\/v1)?\/*$/, ''),
      apiKey,
      timeoutMs: limits.timeoutMs ?? 25_000,
      maxRetries: limits.maxRetries ?? 3,
      backOffMs: limits.backOffMs ?? 500,
      // The global function must not be called as a method of another object.
      fetch: (...request) => fetch(...request),
    };
  }

  /** @throws ApiError or ConnectionError */
  async ask<K extends Name>(
    operation: K,
    input: CallInput & { readonly body?: Operations[K]['body'] },
    options: RequestOptions | undefined,
  ): Promise<Operations[K]['answer']> {
    return parseJsonResponse(await this.send(operation, input, options));
  }

  /** For methods that need a response's status and headers. */
  send(
    operation: Name,
    { id, query = {}, body, headers = {} }: CallInput,
    options: RequestOptions = {},
  ): Promise<HttpTextReply> {
    const { method, path } = OPERATIONS[operation];
    // An id with other characters could change the path.
    if (path.includes('{id}') && !/^\w+$/.test(id ?? '')) throw new TypeError('this is not an id');
    // Null counts as absent: the `next_after` of an empty list, for example, is null.
    const presentParameters = Object.entries(query).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    const search = new URLSearchParams(
      presentParameters.flatMap(([name, value]) => parameters(name, value)),
    );
    return sendWithRetries(this.#settings, {
      method,
      path: `${path.replace('{id}', id ?? '')}${presentParameters.length > 0 ? `?${search}` : ''}`,
      body,
      headers,
      repeatable: method === 'GET' || REPEATABLE.includes(operation),
      signal: options.signal,
    });
  }
}

/** An object such as `metadata` becomes one parameter for each of its fields. */
function parameters(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || Array.isArray(value)) return [[name, String(value)]];
  return Object.entries(Object(value)).map(([key, one]) => [`${name}[${key}]`, String(one)]);
}

export function parseJsonResponse<T>({ status, headers, text }: HttpTextReply): T {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(status, headers, text);
  }
}
