import type { Tone } from '@/app/_ui/badge';
import { ageText, formatTimeToMinute } from '@/app/_ui/time-text';
import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';
import { outcomeWords } from '../_deliveries/delivery-outcome';

interface EndpointWords {
  readonly tone: Tone;
  readonly label: string;
  readonly detail: string;
}

type Endpoint = Pick<
  EndpointResponse,
  | 'state'
  | 'paused_at'
  | 'paused_by'
  | 'switched_off'
  | 'standing'
  | 'host'
  | 'host_paused_until'
  | 'waiting'
>;

/**
 * Returns an endpoint's state in words.
 *
 * @param now Unix time in ms
 */
export function endpointWords(endpoint: Endpoint, now: number, timeZone?: string): EndpointWords {
  const { state, standing } = endpoint;
  const time = (iso: string | null) =>
    iso ? formatTimeToMinute(new Date(iso), now, timeZone) : '';
  switch (state) {
    case 'paused': {
      const age = ageText(now - Date.parse(endpoint.paused_at ?? ''));
      if (endpoint.switched_off) {
        const detail = `${age} ago, after ten days of failures`;
        return { tone: 'failed', label: 'Switched off', detail };
      }
      const by = endpoint.paused_by ?? 'the operator of this server';
      return { tone: 'idle', label: 'Paused', detail: `by ${by}, ${age} ago` };
    }
    case 'no_attempts':
      return { tone: 'idle', label: 'No attempts yet', detail: '' };
    case 'working': {
      const since = time(standing.last_failure_at);
      const detail = since ? `no failure since ${since}` : 'every attempt was accepted';
      return { tone: 'confirmed', label: 'Working', detail };
    }
    case 'some_fail': {
      const failedAt = `last failed attempt: ${time(standing.last_failure_at)}`;
      const detail = standing.failing_since
        ? failuresOf(endpoint, now)
        : failedAt + nextAttempt(endpoint, now);
      return { tone: 'pending', label: 'Some attempts fail', detail };
    }
    case 'failing': {
      const label = `Failing since ${time(standing.failing_since)}`;
      return { tone: 'failed', label, detail: failuresOf(endpoint, now) };
    }
  }
}

/**
 * Returns a text such as "47 × HTTP 401, next in 4 min": the failures in a row, the last reply, and
 * the next attempt.
 */
function failuresOf(endpoint: Endpoint, now: number): string {
  const { in_a_row: all, same_in_a_row: same } = endpoint.standing;
  const reply = lastReply(endpoint.standing);
  const last = same === 1 ? 'the last' : `the last ${same}`;
  const counts =
    all === same ? `${all} × ${reply}` : `last ${all} attempts failed, ${last}: ${reply}`;
  return counts + nextAttempt(endpoint, now);
}

/**
 * Returns when the next attempt is due, or how long the host is paused; empty if no attempt is due.
 */
function nextAttempt({ host, host_paused_until: until, waiting }: Endpoint, now: number): string {
  const left = until ? Date.parse(until) - now : 0;
  if (left > 0) return `; backing off from ${host} for ${ageText(left)}`;
  if (!waiting.next_attempt_at) return '';
  const next = Date.parse(waiting.next_attempt_at) - now;
  return next > 0 ? `, next in ${ageText(next)}` : ', next now';
}

/** Returns the last reply, or why there was none. */
export function lastReply({
  last_status: status,
  last_error_code: code,
}: EndpointResponse['standing']): string {
  return outcomeWords(status, code) ?? 'no response';
}
