import type { Member } from '@/lib/domain/actor';

/**
 * A request to the API. Unlike the Fetch standard's `Request`, it is fast and has the peer's
 * address, and tests can send it through the whole pipeline without a server.
 */
export interface ApiRequest {
  readonly method: string;
  /** Path without the query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Read only by operations that need it; undefined for a request without a body. */
  readonly body: AsyncIterable<Uint8Array> | undefined;
  readonly peer: string;
}

export interface ApiResponse {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; empty when there is no body, or a stream. */
  readonly body: string;
  /** Only the dashboard has streamed responses. */
  readonly stream?: ReadableStream<Uint8Array>;
}

export interface BrowserSession {
  /** Returns undefined when nobody is signed in. */
  readonly member: () => Promise<Member | undefined>;
  /** Signs out and deletes the cookie. */
  readonly end: () => Promise<void>;
}
