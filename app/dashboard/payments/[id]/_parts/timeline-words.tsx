'use client';

import type { ReactNode } from 'react';
import { Amount, GroupedNumber } from '@/app/_ui/amount';
import type { Tone } from '@/app/_ui/badge';
import { Txid } from '@/app/_ui/identifier';
import { MoneyText } from '@/app/_ui/money-text';
import type { AuditAction } from '@/lib/domain/audit-action';
import type { TimelineChangeKind } from '@/lib/domain/payment-story';
import { simulationName } from '@/lib/domain/simulation-name';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import type { TimelineEntryResponse } from '@/lib/http/payments/timeline-response';
import { toAmountWithPrice } from '../../../_next-step/amount-with-price';
import { REASON_WORDS } from '../../../_worklist/reason-words';
import { addConfirmationPrice } from './add-confirmation-price';
import { DeliveryEntry, deliveryWording } from './delivery-entry';
import type { EntryWithMember } from './merge-member-actions';

const CHANGE_TONES: Record<TimelineChangeKind, Tone> = {
  seen: 'detected',
  underpaid: 'pending',
  more: 'detected',
  less: 'failed',
  in_block: 'detected',
  back_in_mempool: 'failed',
  replaced: 'pending',
  confirmed: 'confirmed',
  reversed: 'failed',
  lost: 'failed',
  expired: 'idle',
  canceled: 'idle',
};

const TITLES: Record<TimelineChangeKind, string> = {
  seen: 'Payment detected in the mempool',
  underpaid: 'Partial payment detected',
  more: 'Further payment detected',
  less: 'Part of the money is gone',
  in_block: 'Included in a block',
  back_in_mempool: 'Back in the mempool after a reorg',
  replaced: 'Transaction replaced, payment still covered',
  confirmed: 'Confirmed',
  reversed: 'Confirmation reversed by a reorg',
  lost: 'Payment gone: replaced, double-spent or dropped',
  expired: 'Expired',
  canceled: 'Canceled',
};

/** Includes the block's height if it is known. */
function changeTitle(entry: Extract<TimelineEntryResponse, { kind: 'change' }>): ReactNode {
  if (entry.height === null) return TITLES[entry.what];
  if (entry.what === 'seen' || entry.what === 'in_block') {
    return (
      <>
        {entry.what === 'seen' ? 'Payment detected in block ' : 'Included in block '}
        <GroupedNumber value={entry.height} />
      </>
    );
  }
  return TITLES[entry.what];
}

interface Wording {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly body?: ReactNode;
}

export function describeTimelineEntry(
  entry: EntryWithMember,
  detail: PaymentDetailResponse,
): Wording {
  switch (entry.kind) {
    case 'created':
      return {
        tone: 'idle',
        title: withActor('Created', entry),
        body: (
          <>
            <TimelineAmount sats={detail.payment.amount_sats} detail={detail} />, API key{' '}
            {detail.api_key.name}
          </>
        ),
      };
    case 'change':
      return {
        tone: CHANGE_TONES[entry.what],
        title: withActor(changeTitle(entry), entry),
        body: <ChangeBody entry={entry} detail={detail} />,
      };
    case 'omitted':
      return { tone: 'idle', title: 'Further changes', body: 'Too many to show.' };
    case 'event':
      return {
        tone: 'idle',
        title: <>Event {entry.event_type}</>,
        body: whyNotSent(entry, detail),
      };
    case 'attempts': {
      const delivery = detail.deliveries.find(({ id }) => id === entry.attempts[0].delivery_id);
      const body = <DeliveryEntry entry={entry} delivery={delivery} />;
      return { ...deliveryWording(entry, delivery), body };
    }
    case 'action':
      return { tone: 'idle', title: `${actionWords(entry)} by ${entry.actor}`, body: entry.note };
  }
}

function whyNotSent(
  event: Extract<EntryWithMember, { kind: 'event' }>,
  { payment, timeline, deliveries }: PaymentDetailResponse,
): string {
  if (!payment.webhook_url) return 'Not sent, because the payment has no webhook URL.';
  // A repeated payment.confirmed is not sent if the same transaction confirms the payment again.
  const isAgain =
    event.event_type === 'payment.confirmed' &&
    timeline.some(
      (one) =>
        one.kind === 'event' &&
        one.event_type === event.event_type &&
        one.url !== null &&
        one.at < event.at,
    );
  if (!isAgain) return 'Not sent, because this event is not selected for the API key.';
  const isKnown = deliveries.some(
    ({ event_type, status }) => event_type === event.event_type && status === 'delivered',
  );
  return isKnown
    ? 'Not sent again, because your shop was notified of this confirmation before the reorg.'
    : 'Not sent again. The webhook from before the reorg is still undelivered.';
}

function withActor(title: ReactNode, { by }: EntryWithMember): ReactNode {
  if (by === undefined) return title;
  return (
    <>
      {title} by {by}
    </>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  'payment.cancel': 'Canceled in the dashboard',
  'payment.accept': 'Payment accepted',
  'payment.handle': 'Marked as done',
  'payment.unhandle': 'Needs your decision again',
  'payment.note': 'Noted',
  'payment.assign': 'Assigned',
  'payment.simulate': 'Simulated',
  'refund.create': 'Refund recorded',
  'refund.request_address': 'Refund link created',
  'refund.set_address': 'Refund address entered',
  'refund.claim_paid': 'Refund transaction entered',
  'refund.accept_output': 'Refund recorded with another amount',
  'refund.drop': 'Refund canceled',
  'delivery.resend': 'Webhook resent',
} satisfies Readonly<Partial<Record<AuditAction, string>>>;

function actionWords({
  action,
  simulated,
  reason,
}: Extract<TimelineEntryResponse, { kind: 'action' }>): string {
  const words = ACTIONS[action] ?? action;
  if (reason) return `${words} (${REASON_WORDS[reason].label.toLowerCase()})`;
  return simulated === null ? words : `${words}: ${simulationName(simulated)},`;
}

/** Shows "€76.23 (90 750 sat)", or only the satoshis. */
function TimelineAmount({ sats, detail }: { sats: number; detail: PaymentDetailResponse }) {
  const { price } = toAmountWithPrice(addConfirmationPrice(detail), sats);
  if (!price) return <Amount sats={sats} />;
  return (
    <>
      <MoneyText amount={price.amount} currency={price.currency} />{' '}
      <span className="text-ink-3 text-small">
        (<Amount sats={sats} />)
      </span>
    </>
  );
}

/** The timeline entries for these kinds of changes show no transaction id. */
const WITHOUT_TXID = new Set(['expired', 'canceled', 'confirmed', 'in_block', 'lost', 'less']);

type Change = Extract<TimelineEntryResponse, { kind: 'change' }>;

interface ChangeProps {
  readonly entry: Change;
  readonly detail: PaymentDetailResponse;
}

function ChangeBody({ entry, detail }: ChangeProps) {
  const { difference_sats: difference, txid, height, what } = entry;
  const named = txid !== null && !WITHOUT_TXID.has(what);
  return (
    <div className="grid gap-0.5">
      {difference !== 0 && (
        <span>
          {difference > 0 ? '+ ' : '− '}
          <TimelineAmount sats={Math.abs(difference)} detail={detail} />
          {entry.late && ', after the payment ended'}
        </span>
      )}
      {height !== null && what === 'confirmed' && (
        <span>
          Included in block <GroupedNumber value={height} />
        </span>
      )}
      {named && <Txid txid={txid} explorer={detail.explorer} />}
    </div>
  );
}
