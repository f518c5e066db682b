'use client';

import type { ReactNode } from 'react';
import { Amount, Grouped } from '@/app/_ui/amount';
import type { Tone } from '@/app/_ui/badge';
import { Txid } from '@/app/_ui/identifier';
import { IntentLink } from '@/app/_ui/intent-link';
import type { AuditAction } from '@/lib/domain/audit-action';
import type { ChangeKind } from '@/lib/domain/payment-story';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';
import type { TimelineEntryAnswer } from '@/lib/http/payments/timeline-answer';
import { simulatedWords } from '../../../_data/simulated-words';
import { deliveryPane } from '../../../_frame/paths';
import { REASON_WORDS } from '../../../_worklist/reason-words';
import type { JoinedEntry } from './join-actions';

const CHANGE_TONES: Record<ChangeKind, Tone> = {
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

const TITLES: Record<ChangeKind, string> = {
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

/** The title of a change, with the block's height if known. */
function changeTitle(entry: Extract<TimelineEntryAnswer, { kind: 'change' }>): ReactNode {
  if (entry.height === null) return TITLES[entry.what];
  if (entry.what === 'seen' || entry.what === 'in_block') {
    return (
      <>
        {entry.what === 'seen' ? 'Payment detected in block ' : 'Included in block '}
        <Grouped value={entry.height} />
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

export function wordingOf(entry: JoinedEntry, detail: PaymentDetailAnswer): Wording {
  switch (entry.kind) {
    case 'created':
      return {
        tone: 'idle',
        title: withActor('Created', entry),
        body: (
          <>
            <Amount sats={detail.payment.amount_sats} />, API key {detail.api_key.name}
          </>
        ),
      };
    case 'change':
      return {
        tone: CHANGE_TONES[entry.what],
        title: withActor(changeTitle(entry), entry),
        body: <ChangeBody entry={entry} explorer={detail.explorer} />,
      };
    case 'omitted':
      return { tone: 'idle', title: 'Further changes', body: 'Too many to show.' };
    case 'event':
      return {
        tone: 'idle',
        title: <>Event {entry.event_type}</>,
        body: whyNotSent(entry, detail),
      };
    case 'attempt':
      return attemptWording(entry);
    case 'folded':
      return { tone: 'idle', title: `${entry.attempts} more attempts` };
    case 'action':
      return { tone: 'idle', title: `${actionWords(entry)} by ${entry.actor}`, body: entry.note };
  }
}

/** Why an event has no delivery. */
function whyNotSent(
  event: Extract<JoinedEntry, { kind: 'event' }>,
  { payment, timeline }: PaymentDetailAnswer,
): string {
  if (!payment.webhook_url) return 'Not sent: the payment has no webhook URL.';
  const sent = timeline.find(
    (one) => one.kind === 'event' && one.event_type === event.event_type && one.url !== null,
  );
  return sent !== undefined && sent.at < event.at
    ? `Not sent again: ${event.event_type} was already sent. A key that has chosen payment.reverted gets it again after a reorg.`
    : 'Not sent: the API key has not chosen this event.';
}

function withActor(title: ReactNode, { by }: JoinedEntry): ReactNode {
  if (by === undefined) return title;
  return (
    <>
      {title} by {by}
    </>
  );
}

const ACTIONS: Readonly<Record<string, string>> = {
  'payment.cancel': 'Canceled in the dashboard',
  'payment.handle': 'Marked as done',
  'payment.unhandle': 'Needs your decision again',
  'payment.simulate': 'Simulated',
  'delivery.resend': 'Webhook resent',
} satisfies Readonly<Partial<Record<AuditAction, string>>>;

function actionWords({
  action,
  simulated,
  reason,
}: Extract<TimelineEntryAnswer, { kind: 'action' }>): string {
  const words = ACTIONS[action] ?? action;
  if (reason) return `${words} (${REASON_WORDS[reason].label.toLowerCase()})`;
  return simulated === null ? words : `${words}: ${simulatedWords(simulated)},`;
}

type Attempt = Extract<TimelineEntryAnswer, { kind: 'attempt' }>;

const OUTCOME_TONES: Record<Attempt['outcome'], Tone> = {
  delivered: 'confirmed',
  failed: 'failed',
  running: 'pending',
  unknown: 'idle',
};

function outcomeText({ outcome, response_status: status }: Attempt): string {
  if (outcome === 'running') return 'sending';
  // The server stopped during the attempt.
  if (outcome === 'unknown') return 'outcome unknown';
  return status === null ? 'no response' : `HTTP ${status}`;
}

function attemptWording(entry: Attempt): Wording {
  const { error, number } = entry;
  const lasted = entry.total_ms === null ? '' : `${Math.round(entry.total_ms)} ms. `;
  return {
    tone: OUTCOME_TONES[entry.outcome],
    title: `Webhook ${entry.event_type}: ${outcomeText(entry)}`,
    body: (
      <>
        {error && <>{error} </>}
        <span className="text-ink-3">{`${number > 1 ? `Attempt ${number}. ` : ''}${lasted}`}</span>
        <IntentLink
          href={deliveryPane(entry.delivery_id)}
          className="text-accent underline underline-offset-3 hover:text-accent-hover"
        >
          View exchange
        </IntentLink>
      </>
    ),
  };
}

/** Changes that are not about the payment's current transaction. */
const WITHOUT_TXID = new Set(['expired', 'canceled', 'confirmed', 'in_block', 'lost', 'less']);

type Change = Extract<TimelineEntryAnswer, { kind: 'change' }>;

interface ChangeProps {
  readonly entry: Change;
  readonly explorer: PaymentDetailAnswer['explorer'];
}

function ChangeBody({ entry, explorer }: ChangeProps) {
  const { difference_sats: difference, txid, height, what } = entry;
  const named = txid !== null && !WITHOUT_TXID.has(what);
  return (
    <div className="grid gap-0.5">
      {difference !== 0 && (
        <span>
          {difference > 0 ? '+ ' : '− '}
          <Amount sats={Math.abs(difference)} />
          {entry.late && ', after the payment ended'}
        </span>
      )}
      {height !== null && what === 'confirmed' && (
        <span>
          Included in block <Grouped value={height} />
        </span>
      )}
      {named && <Txid txid={txid} explorer={explorer} />}
    </div>
  );
}
