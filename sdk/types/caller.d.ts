import { type Answer } from './exchange.js';
import { type Operations } from './operations.js';
export interface ClientOptions {
    /** The server's URL, such as `https://pay.shop.example`; `/v1` may follow. */
    readonly baseUrl: string | URL;
    readonly apiKey: string;
    /** For each attempt, until its answer is read. Default: 25 000; a test webhook may take 19 000. */
    readonly timeoutMs?: number;
    /** Attempts after the first one. Default: 3. */
    readonly maxRetries?: number;
    /** The longest wait before the first retry; it doubles with each retry. Default: 500. */
    readonly backOffMs?: number;
    /** Replaces the global `fetch`. */
    readonly fetch?: typeof fetch;
}
export interface RequestOptions {
    /** Ends the request, its retries and the waits between them. */
    readonly signal?: AbortSignal | undefined;
}
export interface CallInput {
    readonly id?: string;
    readonly query?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
}
type Name = keyof Operations;
/** Calls operations by their names in the OpenAPI document. */
export declare class Caller {
    #private;
    constructor({ baseUrl, apiKey, fetch, ...limits }: ClientOptions);
    /** @throws ApiError or ConnectionError */
    ask<K extends Name>(operation: K, input: CallInput & {
        readonly body?: Operations[K]['body'];
    }, options: RequestOptions | undefined): Promise<Operations[K]['answer']>;
    /** The answer as it came, for its status and headers. */
    send(operation: Name, { id, query, body, headers }: CallInput, options?: RequestOptions): Promise<Answer>;
}
/** The JSON of an answer. */
export declare function read<T>({ status, headers, text }: Answer): T;
export {};
