import type { Member } from '@/lib/domain/actor';

/** A request as the API sees it, whichever server took it. */
export interface ApiRequest {
  readonly method: string;
  /** Path without the query, still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body, read only when an operation wants it; undefined when there is none. */
  readonly body: AsyncIterable<Uint8Array> | undefined;
  /** IP address at the other end of the connection. */
  readonly peer: string;
}

export interface ApiResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; empty when the answer has no body, or a stream. */
  readonly body: string;
  /** A body that is made while it is sent: only the dashboard has such. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/** The session that a browser's cookie names. */
export interface BrowserSession {
  /** Who is signed in, and for which merchant; undefined when nobody is. */
  readonly member: () => Promise<Member | undefined>;
  /** Signs out, and takes the cookie back. */
  readonly end: () => Promise<void>;
}
