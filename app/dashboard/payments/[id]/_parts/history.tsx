'use client';

import { Timeline } from '@/app/_ui/timeline';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { foldTries } from './fold-tries';
import { HistoryItem } from './history-item';
import { Section } from './section';

/** What happened, from the beginning: chain, status, webhooks and people in one line. */
export function History({ detail }: { detail: PaymentDetailAnswer }) {
  const entries = foldTries(detail.timeline.filter(isTold));
  return (
    <Section title="Timeline">
      <Timeline label="What happened to this payment">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <HistoryItem key={place} entry={entry} detail={detail} />
        ))}
      </Timeline>
    </Section>
  );
}

/** An event that goes somewhere is told by its tries; only one that nobody gets is told itself. */
function isTold(entry: PaymentDetailAnswer['timeline'][number]): boolean {
  return entry.kind !== 'event' || entry.url === null;
}
