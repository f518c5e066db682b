'use client';

import type { Tone } from '@/app/_ui/badge';
import { shopHostOfEvent } from '@/app/_ui/event-name';
import { IntentLink } from '@/app/_ui/intent-link';
import { ClockTime, Countdown } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { deliveryPage } from '../../../_frame/paths';
import type { Attempt, DeliveryAttempts } from './group-attempts';

type Delivery = PaymentDetailResponse['deliveries'][number];

export function deliveryWording(
  { attempts: [first] }: DeliveryAttempts,
  delivery: Delivery | undefined,
): { readonly tone: Tone; readonly title: string } {
  const shop = shopHostOfEvent(first.event_type, delivery?.url);
  const event = shop ? `${first.event_type} for ${shop}` : first.event_type;
  switch (delivery?.status) {
    case 'delivered':
      return { tone: 'confirmed', title: `${event} is delivered` };
    case 'failed':
      return { tone: 'failed', title: `${event} was given up` };
    case 'delivering':
      return { tone: 'pending', title: `${event} is being sent` };
    default:
      return { tone: 'failed', title: `${event} is not delivered` };
  }
}

interface Props {
  readonly entry: DeliveryAttempts;
  readonly delivery: Delivery | undefined;
}

export function DeliveryEntry({ entry: { attempts }, delivery }: Props) {
  const [first] = attempts;
  const last = attempts.at(-1) ?? first;
  return (
    <div className="grid gap-1">
      <p>
        {attempts.length === 1 ? answerText(first) : attemptsSummary(attempts)}
        {last.outcome === 'failed' && last.error && ` ${last.error}`}
        {delivery?.status === 'pending' && delivery.next_attempt_at && (
          <>
            {' '}
            Next attempt <Countdown iso={delivery.next_attempt_at} />.
          </>
        )}
      </p>
      {attempts.length > 1 && (
        <details>
          <summary className="w-fit rounded-badge text-accent">Show attempts</summary>
          <ol className="grid max-w-reading pt-1 text-small">
            {attempts.map((attempt) => (
              <li key={attempt.number} className="flex justify-between gap-4 border-b py-1">
                <span>{answerText(attempt)}</span>
                <ClockTime iso={attempt.at} />
              </li>
            ))}
          </ol>
        </details>
      )}
      <IntentLink
        href={deliveryPage(first.delivery_id)}
        className="w-fit text-accent underline underline-offset-3 hover:text-accent-hover"
      >
        View exchange
      </IntentLink>
    </div>
  );
}

/** Returns a summary such as "5 attempts, each got HTTP 401." */
export function attemptsSummary(attempts: readonly [Attempt, ...Attempt[]]): string {
  const [{ response_status: status }] = attempts;
  const count = countWithNoun(attempts.length, 'attempt');
  const isSame = attempts.every((one) => one.response_status === status);
  if (isSame)
    return status === null
      ? `${count}, none got a response.`
      : `${count}, each got HTTP ${status}.`;
  return `${count}, the last: ${answerText(attempts.at(-1) ?? attempts[0])}`;
}

function answerText({ outcome, response_status: status, total_ms: ms }: Attempt): string {
  // An attempt's outcome is unknown if the server stopped during it.
  if (outcome === 'running') return 'Sending.';
  if (outcome === 'unknown') return 'Outcome unknown.';
  const lasted = ms === null ? '' : `, ${Math.round(ms)} ms`;
  return status === null ? `No response${lasted}.` : `HTTP ${status}${lasted}.`;
}
