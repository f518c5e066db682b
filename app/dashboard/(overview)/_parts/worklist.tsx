import type { ReactNode } from 'react';
import { Amount, Grouped } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { IntentLink } from '@/app/_ui/intent-link';
import { NetworkChip } from '@/app/_ui/network';
import type { WorkReason } from '@/lib/domain/worklist';
import type { PaymentAnswer } from '@/lib/http/payments/payment-answer';
import type { WorkGroupAnswer } from '@/lib/http/payments/work-answer';
import { useSeveralNetworks } from '../../_frame/frame';
import { toHandle } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { ReferenceLink } from '../../_list/reference-text';
import { REASON_WORDS } from '../../_worklist/reason-words';

/** The inbox: payments that need a decision, by reason; nothing when there are none. */
export function Worklist({ groups }: { groups: readonly WorkGroupAnswer[] }) {
  if (groups.length === 0) return null;
  return (
    <Section
      title="Needs your decision"
      aside={
        <IntentLink href={toHandle()} className="text-accent text-small hover:underline">
          View all
        </IntentLink>
      }
    >
      <ul className="border-rule-5 border-y bg-surface">
        {groups.map((group) => (
          <Group key={group.reason} group={group} />
        ))}
      </ul>
    </Section>
  );
}

function Group({ group: { reason, count, newest } }: { group: WorkGroupAnswer }) {
  const { tone, label, means, todo } = REASON_WORDS[reason];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3 border-b px-4 py-3.5 last:border-b-0 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="grid content-start gap-1.5">
        <h3 className="flex items-center gap-2">
          <Badge tone={tone}>{label}</Badge>{' '}
          <span className="font-semibold tabular-nums">
            <Grouped value={count} />
            <span className="sr-only">{count === 1 ? ' payment' : ' payments'}</span>
          </span>
        </h3>
        <p className="max-w-reading text-ink-2">
          {means} <span className="text-ink">{todo}</span>
        </p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
        <ul
          className="grid grid-cols-[minmax(0,1fr)] gap-1"
          aria-label={`${label}: newest payments`}
        >
          {newest.map((payment) => (
            <WorkRow key={payment.id} payment={payment} reason={reason} />
          ))}
        </ul>
        {count > newest.length && (
          <IntentLink
            href={toHandle(reason)}
            className="w-fit py-0.5 text-accent text-small hover:underline"
          >
            All <Grouped value={count} />
            <span className="sr-only">: {label}</span>
          </IntentLink>
        )}
      </div>
    </li>
  );
}

function WorkRow({ payment, reason }: { payment: PaymentAnswer; reason: WorkReason }) {
  const hasSeveral = useSeveralNetworks();
  return (
    <li className="flex min-h-7 pointer-coarse:min-h-10 items-center justify-between gap-4">
      <span className="flex min-w-0 items-center gap-2">
        <ReferenceLink payment={payment} />
        {hasSeveral && <NetworkChip network={payment.network} />}
      </span>
      <span className="whitespace-nowrap text-ink-2 tabular-nums">{figureOf(payment, reason)}</span>
    </li>
  );
}

function figureOf(payment: PaymentAnswer, reason: WorkReason): ReactNode {
  const { amount_sats: amount, received_sats: received } = payment;
  if (reason === 'overpaid') {
    return (
      <>
        <Amount sats={received - amount} /> too much
      </>
    );
  }
  if (reason === 'underpaid') {
    return (
      <>
        <Amount sats={received} /> of <Amount sats={amount} unit={false} />
      </>
    );
  }
  return <Amount sats={reason === 'late' ? received : amount} />;
}
