'use client';

import clsx from 'clsx';
import { BadgeIcon } from '@/app/_ui/badge';
import { ClockTime } from '@/app/_ui/time';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { Section } from '../../../_frame/section';
import { groupAttempts } from './group-attempts';
import { type EntryWithMember, mergeMemberActions } from './merge-member-actions';
import { describeTimelineEntry } from './timeline-words';

/**
 * Lists events on the chain, changes of the status, webhook attempts, and actions of members,
 * oldest first.
 */
export function PaymentTimeline({ detail }: { detail: PaymentDetailResponse }) {
  const entries = mergeMemberActions(groupAttempts(detail.timeline.filter(isShown)));
  return (
    <Section title="Timeline">
      <ol aria-label="Payment timeline" className="grid">
        {entries.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
          <TimelineItem key={place} entry={entry} detail={detail} />
        ))}
      </ol>
    </Section>
  );
}

/** An event with a URL is left out, because the timeline shows the attempts to send it. */
function isShown(entry: PaymentDetailResponse['timeline'][number]): boolean {
  return entry.kind !== 'event' || entry.url === null;
}

function TimelineItem({
  entry,
  detail,
}: {
  entry: EntryWithMember;
  detail: PaymentDetailResponse;
}) {
  const { tone, title, body } = describeTimelineEntry(entry, detail);
  return (
    <li
      className={clsx('group/item relative grid grid-cols-[20px_1fr] gap-x-3 pb-5', `tone-${tone}`)}
    >
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-[9.5px] w-px bg-rule-5 group-last/item:hidden"
      />
      <span className="flex size-5 items-center justify-center rounded-full bg-(--tone-bg) text-(--tone) [&>svg]:size-3">
        <BadgeIcon tone={tone} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          <span className="text-ink-3 text-small">
            <ClockTime iso={entry.at} />
          </span>
        </p>
        {body && <div className="min-w-0 text-ink-2">{body}</div>}
      </div>
    </li>
  );
}
