/**
 * How long a server asks us to wait, in ms: Retry-After in seconds or as an HTTP date
 * (RFC 9110, 10.2.3). Undefined when the header is absent or unreadable.
 */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text) * 1_000;
  // Date.parse takes almost anything for a date: only what names a weekday or a month is one.
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
