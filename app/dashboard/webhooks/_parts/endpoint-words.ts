import type { Tone } from '@/app/_ui/badge';
import { ageText } from '@/app/_ui/time-text';
import type { EndpointAnswer } from '@/lib/http/endpoints/endpoint-answer';

interface EndpointWords {
  readonly tone: Tone;
  readonly label: string;
  /** What the state means for the endpoint's deliveries. */
  readonly means: string;
}

/** The state of an endpoint in words. @param now Unix time in ms */
export function endpointWords(
  endpoint: Pick<EndpointAnswer, 'paused_at' | 'paused_by' | 'standing' | 'host'>,
  now: number,
): EndpointWords {
  const { paused_at: pausedAt, paused_by: by, standing, host } = endpoint;
  const { failures, open_until: openUntil, last_success_at: success } = standing;
  if (pausedAt) {
    const since = ageText(now - Date.parse(pausedAt));
    const who = by ?? 'the operator of this server';
    const means = `Paused for ${since} by ${who}. Deliveries wait until somebody resumes the endpoint.`;
    return { tone: 'idle', label: 'Paused', means };
  }
  if (openUntil && Date.parse(openUntil) > now) {
    const left = ageText(Date.parse(openUntil) - now);
    const means = `The last ${failures} attempts to ${host} failed. Next attempt in ${left}.`;
    return { tone: 'failed', label: 'Failing', means };
  }
  if (failures > 0) {
    const attempts = failures === 1 ? 'attempt' : `${failures} attempts`;
    const means = `The last ${attempts} to ${host} failed. Deliveries are retried.`;
    return { tone: 'pending', label: 'Retrying', means };
  }
  if (success) return { tone: 'confirmed', label: 'Working', means: `${host} accepts webhooks.` };
  return { tone: 'idle', label: 'No attempt yet', means: `Nothing has been sent to ${host} yet.` };
}
