import type { Member } from '@/lib/domain/actor';

/**
 * A request to the API. Unlike the Fetch standard's `Request`, it is fast and has the peer's
 * address, and tests can call the whole pipeline without a server.
 */
export interface ApiRequest {
  readonly method: string;
  /** Path without the query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The headers, with names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body, read only by operations that need it; undefined without one. */
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** IP address of the peer. */
  readonly peer: string;
}

export interface ApiResponse {
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; empty when the response has no body, or a stream. */
  readonly body: string;
  /** A streamed body; only the dashboard has streamed responses. */
  readonly stream?: ReadableStream<Uint8Array>;
}

export interface BrowserSession {
  /** Returns the signed-in member; undefined when nobody is signed in. */
  readonly member: () => Promise<Member | undefined>;
  /** Signs out and deletes the cookie. */
  readonly end: () => Promise<void>;
}
