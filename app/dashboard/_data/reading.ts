import { isLive } from '../_live/live-state';
import { callApi, type EndpointInput, type Reading } from './call-api';
import { isMissing } from './request-failed';

/** For data that users watch. */
export const FAST_POLL_MS = 2_000;
/** For data that rarely changes. */
export const SLOW_POLL_MS = 15_000;
/** For data that ages, such as lists up to now, rates, and the time since a read. */
export const AGING_MS = 60_000;

/**
 * Data that came with the page, or that another page has read, is not read again up to this age.
 */
export const FRESH_MS = 10_000;

interface QueryRead {
  readonly state: { readonly error: Error | null };
}

/**
 * For `refetchInterval`: polls every `ms` while changes are not pushed to the page, and after a
 * failed read.
 *
 * @param pushedMs the interval while changes are pushed, for data that depends on the clock
 */
export const unlessLive =
  (ms: number, pushedMs: number | false = false) =>
  (read: QueryRead) =>
    isPushed(read) ? pushedMs : ms;

const isPushed = ({ state }: QueryRead) => isLive() && state.error === null;

/** Like {@link unlessLive}, but stops after a 404. */
export const unlessLiveOrMissing = (ms: number) => (read: QueryRead) =>
  !isMissing(read.state.error) && unlessLive(ms)(read);

/**
 * Like {@link unlessLive}, for a list. A list with a time range is polled even while changes are
 * pushed.
 *
 * @param search the list's filters, as a query string
 */
export function unlessLiveList(search: string, ms: number) {
  const moves = new URLSearchParams(search).has('range');
  return (read: QueryRead) => (isPushed(read) ? moves && AGING_MS : ms);
}

export function reading<E extends Reading>(group: string, endpoint: E, input: EndpointInput<E>) {
  return {
    queryKey: [group, endpoint, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(endpoint, input, signal),
  };
}
