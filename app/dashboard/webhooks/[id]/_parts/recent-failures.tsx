import { IntentLink } from '@/app/_ui/intent-link';
import { RelativeTime } from '@/app/_ui/time';
import type { EndpointFailureAnswer } from '@/lib/http/endpoints/endpoint-answer';
import { deliveryPane } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';

/** The newest failed attempts, each with its cause and a link to its request and answer. */
export function RecentFailures({ failures }: { failures: readonly EndpointFailureAnswer[] }) {
  return (
    <Section title="Last failures">
      {failures.length === 0 ? (
        <p className="text-ink-2">No attempt failed for an event of the last 7 days.</p>
      ) : (
        <ul className="grid divide-y border-y">
          {failures.map((failure) => (
            <li key={`${failure.delivery_id} ${failure.number}`} className="grid gap-1 py-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <IntentLink
                  href={deliveryPane(failure.delivery_id)}
                  prefetch={false}
                  className="rounded-badge font-medium text-accent hover:underline"
                >
                  {failure.event_type}
                  <span className="font-normal text-ink-3">, attempt {failure.number}</span>
                </IntentLink>
                <RelativeTime iso={failure.at} className="text-ink-2 text-small" />
              </div>
              <p className="wrap-anywhere text-ink-2 text-small">{failure.error}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
