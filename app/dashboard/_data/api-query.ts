import { hasLiveUpdates } from '../_live/live-state';
import { type ApiEndpointInput, callApi, type ReadEndpoint } from './call-api';
import { isNotFoundError } from './request-error';

/** For data that users watch. */
export const FAST_POLL_MS = 2_000;
/** For data that rarely changes. */
export const SLOW_POLL_MS = 15_000;
/** For data that ages, such as lists up to now, rates, and the time since a read. */
export const AGING_POLL_MS = 60_000;

/** Data of this age or younger is not read again when a page opens. */
export const QUERY_STALE_TIME_MS = 10_000;

interface QueryRead {
  readonly state: { readonly error: Error | null };
}

/**
 * A `refetchInterval` that polls every `ms` after a failed read, and while no changes are pushed to
 * the page.
 *
 * @param pushedMs the interval while changes are pushed, for data that depends on the clock
 */
export const pollUnlessLive =
  (ms: number, pushedMs: number | false = false) =>
  (read: QueryRead) =>
    isPushed(read) ? pushedMs : ms;

const isPushed = ({ state }: QueryRead) => hasLiveUpdates() && state.error === null;

/** Like {@link pollUnlessLive}, but stops after a 404. */
export const pollUnlessLiveOrMissing = (ms: number) => (read: QueryRead) =>
  !isNotFoundError(read.state.error) && pollUnlessLive(ms)(read);

/**
 * Like {@link pollUnlessLive}, for a list. A list with a time range polls even while changes are
 * pushed.
 *
 * @param search the list's filters, as a query string
 */
export function pollListUnlessLive(search: string, ms: number) {
  const moves = new URLSearchParams(search).has('range');
  return (read: QueryRead) => (isPushed(read) ? moves && AGING_POLL_MS : ms);
}

export function apiQuery<E extends ReadEndpoint>(endpoint: E, input: ApiEndpointInput<E>) {
  return {
    queryKey: [endpoint, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(endpoint, input, signal),
  };
}
