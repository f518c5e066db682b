import type { Problem } from '../types/api.js';
/** The API answered with an error. */
export declare class ApiError extends Error {
    #private;
    readonly name = "ApiError";
    /** HTTP status. */
    readonly status: number;
    /** Never changes; `unreadable_answer` if another server than the API has answered. */
    readonly code: string;
    /** Finds the request in the server's log. */
    readonly requestId: string | undefined;
    /** Everything that is wrong with the input. */
    readonly errors: NonNullable<Problem['errors']>;
    /** How long the server asks to wait, in ms. */
    readonly retryAfterMs: number | undefined;
    constructor(status: number, headers: Headers, text: string);
    /** The whole answer (RFC 9457), if it was one. Not printed with the error, which has its parts. */
    get problem(): Problem | undefined;
}
/** There was no answer: the request may or may not have taken effect. */
export declare class ConnectionError extends Error {
    readonly name = "ConnectionError";
    readonly reason: 'timeout' | 'network';
    constructor(reason: 'timeout' | 'network', where: string, cause: unknown);
}
