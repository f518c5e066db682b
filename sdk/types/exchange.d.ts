export interface ExchangeSettings {
    /** Without a slash at the end. */
    readonly baseUrl: string;
    readonly apiKey: string;
    readonly timeoutMs: number;
    readonly maxRetries: number;
    readonly backOffMs: number;
    readonly fetch: typeof fetch;
}
export interface Exchange {
    readonly method: string;
    /** With its query. */
    readonly path: string;
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** Whether the request is safe to repeat. */
    readonly repeatable: boolean;
    readonly signal?: AbortSignal | undefined;
}
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
}
/**
 * Sends a request, and retries it if that is safe and can help.
 *
 * @throws ApiError for every answer that is neither 2xx nor 304
 * @throws ConnectionError if there is no answer
 * @throws the signal's own reason when the caller's signal aborted it
 */
export declare function exchange(settings: ExchangeSettings, request: Exchange): Promise<Answer>;
