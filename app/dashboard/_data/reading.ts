import { isLive } from '../_live/live-state';
import { callApi, type EndpointInput, type Reading } from './call-api';
import { isMissing } from './request-failed';

/** Polling interval for data that users watch. */
export const FAST_POLL_MS = 2_000;
/** Polling interval for data that rarely changes. */
export const SLOW_POLL_MS = 15_000;
/**
 * Polling interval for data that changes with time, such as lists up to now, rates, and the age of
 * a read.
 */
export const AGING_MS = 60_000;

/** Maximum age of data that came with a page or that another page has read. */
export const FRESH_MS = 10_000;

/** The state of a query that determines its next read. */
interface QueryRead {
  readonly state: { readonly error: Error | null };
}

/**
 * Polls while changes are not pushed to the page, and after a failed read.
 *
 * @param pushedMs the interval while changes are pushed, for data that depends on the clock
 */
export const unlessLive =
  (ms: number, pushedMs: number | false = false) =>
  (read: QueryRead) =>
    isPushed(read) ? pushedMs : ms;

const isPushed = ({ state }: QueryRead) => isLive() && state.error === null;

/** `unlessLive` for something that may not exist. */
export const unlessLiveOrMissing = (ms: number) => (read: QueryRead) =>
  !isMissing(read.state.error) && unlessLive(ms)(read);

/** `unlessLive` for a list, which may have a time range. @param search its filters, as URL text */
export function unlessLiveList(search: string, ms: number) {
  const moves = new URLSearchParams(search).has('range');
  return (read: QueryRead) => (isPushed(read) ? moves && AGING_MS : ms);
}

/** Returns an endpoint as a query, cached by its input. */
export function reading<E extends Reading>(group: string, endpoint: E, input: EndpointInput<E>) {
  return {
    queryKey: [group, endpoint, input],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(endpoint, input, signal),
  };
}
