import type { Reply } from '../support/receiver';

/** The outcome of an attempt, as its sender sees it. */
export interface Outcome {
  /** Null if the receiver closed the connection or did not respond. */
  readonly status: number | null;
  /** The error code in the record of the attempt; null for a success. */
  readonly code: string | null;
  /** The wait that the receiver requested. */
  readonly retryAfterMs?: number;
}

interface Behavior extends Outcome {
  readonly reply: Reply;
}

const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 2 * 86_400_000;
const HUGE = 'x'.repeat(100_000);

/** Replies of receivers, each with the outcome that the sender must record. */
export const REPLIES = {
  empty: behavior(204, null),
  thanks: behavior(200, null, { body: 'thank you' }),
  huge: behavior(200, null, { body: HUGE }),
  moved: behavior(301, 'redirect', { headers: { location: '/elsewhere' } }),
  missing: behavior(404, 'http_404'),
  gone: behavior(410, 'http_410'),
  broken: behavior(500, 'http_500'),
  hugelyBroken: behavior(502, 'http_502', { body: HUGE }),
  busy: later(429, 'http_429', 20 * MINUTE_MS),
  closed: later(503, 'http_503', TWO_DAYS_MS),
  hangUp: { reply: 'reset', status: null, code: 'connection_reset' },
  cut: { reply: { status: 200, cut: true }, status: 200, code: null },
  cutMissing: { reply: { status: 404, cut: true }, status: 404, code: 'http_404' },
  cutBroken: { reply: { status: 500, cut: true }, status: 500, code: 'http_500' },
  silent: { reply: 'hang', status: null, code: 'timeout_first_byte' },
} as const satisfies Record<string, Behavior>;

export type ReplyName = keyof typeof REPLIES;

function behavior(
  status: number,
  code: string | null,
  more: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Behavior {
  return { reply: { status, ...more }, status, code };
}

function later(status: number, code: string, retryAfterMs: number): Behavior {
  const headers = { 'retry-after': String(retryAfterMs / 1000) };
  return { ...behavior(status, code, { headers }), retryAfterMs };
}
