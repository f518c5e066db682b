import type { AttemptTimings } from '@/db/schema/webhooks';
import { wireHeaders } from './exchange';

/** One exchange with a receiver, as people see it. */
export interface ExchangeView {
  readonly url: string;
  /** What went over the wire; null when no request was sent. */
  readonly request: {
    readonly headers: readonly HeaderLine[];
    readonly body: string;
  } | null;
  /** Null when no answer came. */
  readonly response: {
    readonly status: number;
    readonly headers: readonly HeaderLine[];
    /** The first 4 KiB. */
    readonly body: ReadableBody;
  } | null;
  /** IP address that was connected to; null when there was no connection. */
  readonly remoteAddress: string | null;
  readonly timings: AttemptTimings | null;
  /** Why it failed and what to do; null when it did not. */
  readonly cause: { readonly code: string; readonly message: string } | null;
}

export type HeaderLine = readonly [name: string, value: string];

/** A body as it may be shown to people. */
export interface ReadableBody {
  readonly text: string;
  /** Bytes that were kept; a body may have had more. */
  readonly bytes: number;
}

/** What is on record of an exchange. */
export interface ExchangeRecord {
  readonly url: string;
  readonly body: string;
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly status: number | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: Uint8Array | null;
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
          },
    remoteAddress,
    timings,
    cause,
  };
}

/** A request went out once the connection stood and something was signed to send over it. */
function requestOf({ url, body, requestHeaders, timings }: ExchangeRecord) {
  const sent = timings !== null && timings.firstByteMs !== null;
  if (!sent || !requestHeaders || Object.keys(requestHeaders).length === 0) return null;
  const headers = wireHeaders(new URL(url), requestHeaders, Buffer.byteLength(body));
  return { headers: Object.entries(headers), body };
}

/**
 * Bytes of a stranger as text: what is not UTF-8 or would act on a terminal or a line (control
 * and direction characters) shows as U+FFFD. Whoever shows it still escapes it for HTML.
 */
export function readableBody(bytes: Uint8Array): ReadableBody {
  const text = new TextDecoder('utf-8').decode(bytes);
  return { text: text.replace(UNSHOWN, '\u{fffd}'), bytes: bytes.length };
}

/** Cc but tab, line feed and carriage return; the marks that change the direction of text. */
const UNSHOWN = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
