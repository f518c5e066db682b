import { isLive } from '../_live/live-state';
import { callApi, type EndpointInput, type Reading } from './call-api';
import { isMissing } from './request-failed';

/** Polling interval for data that users watch. */
export const FAST_POLL_MS = 2_000;
/** Polling interval for data that rarely changes. */
export const SLOW_POLL_MS = 15_000;
/**
 * Polling interval for data that ages, such as lists up to now, rates, and the time since a read.
 */
export const AGING_MS = 60_000;

/** Up to this age, data that came with a page or that another page has read is not read again. */
export const FRESH_MS = 10_000;

/** The part of a query's state that determines when it is read next. */
interface QueryRead {
  readonly state: { readonly error: Error | null };
}

/**
 * Returns how often to poll while changes are not pushed to the page, and after a failed read.
 *
 * @param pushedMs the interval while changes are pushed, for data that depends on the clock
 */
export const unlessLive =
  (ms: number, pushedMs: number | false = false) =>
  (read: QueryRead) =>
    isPushed(read) ? pushedMs : ms;

const isPushed = ({ state }: QueryRead) => isLive() && state.error === null;

/** Like {@link unlessLive}, but stops polling something that does not exist. */
export const unlessLiveOrMissing = (ms: number) => (read: QueryRead) =>
  !isMissing(read.state.error) && unlessLive(ms)(read);

/**
 * Like {@link unlessLive}, for a list. A list with a time range is also polled while changes are
 * pushed.
 *
 * @param search the list's filters, as a query string
 */
export function unlessLiveList(search: string, ms: number) {
  const moves = new URLSearchParams(search).has('range');
  return (read: QueryRead) => (isPushed(read) ? moves && AGING_MS : ms);
}

/** Returns the key and the function of a query that reads an endpoint. */
export function reading<E extends Reading>(group: string, endpoint: E, input: EndpointInput<E>) {
  return {
    queryKey: [group, endpoint, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(endpoint, input, signal),
  };
}
