import type { AttemptTimings, ResponseEnd } from '@/db/schema/webhooks';
import { wireHeaders } from '../../transport/request-options';

export interface ExchangeView {
  readonly url: string;
  /** Null if it was not sent. */
  readonly request: {
    readonly headers: readonly HeaderLine[];
    readonly body: string;
  } | null;
  /** Null if there was none. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly HeaderLine[];
    /** The first 4 KiB. */
    readonly body: ReadableBody;
    /** What is unusual about the headers or the body. */
    readonly note: string | null;
  } | null;
  readonly remoteAddress: string | null;
  readonly timings: AttemptTimings | null;
  /** The cause of a failure and its remedy; null on success. */
  readonly cause: { readonly code: string; readonly message: string } | null;
}

export type HeaderLine = readonly [name: string, value: string];

export interface ReadableBody {
  readonly text: string;
  /** The number of stored bytes. The body may have had more. */
  readonly bytes: number;
}

export interface ExchangeRecord {
  readonly url: string;
  readonly body: string;
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: Uint8Array | null;
  readonly responseEnd: ResponseEnd | null;
  readonly remoteAddress: string | null;
  readonly timings: AttemptTimings | null;
  readonly cause: ExchangeView['cause'];
}

export function exchangeView(record: ExchangeRecord): ExchangeView {
  const { url, remoteAddress, timings, cause } = record;
  return {
    url,
    request: requestOf(record),
    response:
      record.status === null
        ? null
        : {
            status: record.status,
            headers: Object.entries(record.responseHeaders ?? {}),
            body: readableBody(record.responseBody ?? new Uint8Array()),
            note: record.responseEnd && NOTES[record.responseEnd],
          },
    remoteAddress,
    timings,
    cause,
  };
}

const NOTES: Readonly<Record<ResponseEnd, string | null>> = {
  complete: null,
  limit: null,
  too_long: 'The endpoint sent more bytes than its headers announce. The body is kept in part.',
  cut_off:
    'The connection closed before the end of the response. The body is kept as far as it came.',
  stalled:
    'The response did not end within a second of its status line. The body is kept as far as it came.',
  malformed:
    'The response is not valid HTTP after its status line. The body is kept as far as it came.',
  headers_too_large:
    'The headers are larger than 64 KiB. They are kept in part, and the body was not read.',
};

/** Returns null if the request was not sent, because there was no connection or no signature. */
function requestOf({ url, body, requestHeaders, timings }: ExchangeRecord) {
  const sent = timings !== null && timings.firstByteMs !== null;
  if (!sent || !requestHeaders || Object.keys(requestHeaders).length === 0) return null;
  const headers = wireHeaders(new URL(url), requestHeaders, Buffer.byteLength(body));
  return { headers: Object.entries(headers), body };
}

/**
 * Decodes untrusted bytes. Invalid UTF-8 and control or direction characters become U+FFFD. The
 * text must still be escaped for HTML.
 */
export function readableBody(bytes: Uint8Array): ReadableBody {
  const text = new TextDecoder('utf-8').decode(bytes);
  return { text: text.replace(HIDDEN_CHARACTERS, '\u{fffd}'), bytes: bytes.length };
}

/**
 * Matches control characters other than tab, line feed and carriage return, and marks that change
 * the direction of text.
 */
const HIDDEN_CHARACTERS = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
