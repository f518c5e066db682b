'use client';

import type { PaymentDetailAnswer } from '../../../_data/payment-answers';
import { foldAttempts } from './fold-attempts';
import { Section } from './section';
import { TimelineEntry } from './timeline-entry';

/** Everything that happened to a payment, oldest first: chain, status, webhooks and people. */
export function PaymentTimeline({ detail }: { detail: PaymentDetailAnswer }) {
  const entries = foldAttempts(detail.timeline.filter(isShown));
  return (
    <Section title="Timeline">
      <ol aria-label="Payment timeline" className="grid">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <TimelineEntry key={place} entry={entry} detail={detail} />
        ))}
      </ol>
    </Section>
  );
}

/** An event with a URL is shown by its attempts. */
function isShown(entry: PaymentDetailAnswer['timeline'][number]): boolean {
  return entry.kind !== 'event' || entry.url === null;
}
