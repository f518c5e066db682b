'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Amount, Grouped } from '@/app/_ui/amount';
import { BadgeIcon, type Tone } from '@/app/_ui/badge';
import { Txid } from '@/app/_ui/identifier';
import { ClockTime } from '@/app/_ui/time';
import type { ChangeKind } from '@/lib/domain/payment-story';
import type { PaymentDetailAnswer, TimelineEntryAnswer } from '../../../_data/payment-answers';
import type { ShownEntry } from './fold-attempts';

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
  less: 'Part of the payment is gone',
  in_block: 'Included in a block',
  back_in_mempool: 'Back in the mempool after a reorg',
  replaced: 'Replaced by another transaction that also pays',
  confirmed: 'Confirmed',
  reversed: 'Confirmation reversed by a reorg',
  lost: 'Payment gone: replaced, double-spent or dropped',
  expired: 'Expired',
  canceled: 'Canceled',
};

/** The title of a change, with the block's height where one is known. */
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

interface Props {
  readonly entry: ShownEntry;
  readonly detail: PaymentDetailAnswer;
}

interface Wording {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly body?: ReactNode;
}

/** One entry of the timeline. */
export function TimelineEntry({ entry, detail }: Props) {
  const { tone, title, body } = wordingOf(entry, detail);
  return (
    <TimelineItem tone={tone} time={<ClockTime iso={entry.at} />} title={title}>
      {body}
    </TimelineItem>
  );
}

function wordingOf(entry: ShownEntry, detail: PaymentDetailAnswer): Wording {
  switch (entry.kind) {
    case 'created':
      return {
        tone: 'idle',
        title: 'Created',
        body: (
          <>
            <Amount sats={detail.payment.amount_sats} />, API key {detail.api_key.name}
          </>
        ),
      };
    case 'change':
      return {
        tone: CHANGE_TONES[entry.what],
        title: changeTitle(entry),
        body: <ChangeBody entry={entry} />,
      };
    case 'event':
      return {
        tone: 'idle',
        title: <>Event {entry.event_type}</>,
        body: 'Not sent: the payment has no webhook URL.',
      };
    case 'try':
      return attemptWording(entry);
    case 'folded':
      return { tone: 'idle', title: `${entry.attempts} more failed attempts` };
    case 'act':
      return { tone: 'idle', title: `${actionWords(entry)} by ${entry.person}` };
  }
}

const ACTIONS: Readonly<Record<string, string>> = {
  'payment.create': 'Created in the dashboard',
  'payment.cancel': 'Canceled in the dashboard',
  'payment.simulate': 'Simulated',
  'delivery.resend': 'Webhook resent',
};

const SIMULATED: Readonly<Record<string, string>> = {
  pay: 'a payment',
  mine: 'blocks',
  bump_fee: 'a higher fee',
  take_back: 'a cancelled transaction',
  double_spend: 'a double-spend',
  reorg: 'a reorg',
};

function actionWords({ act, simulated }: Extract<TimelineEntryAnswer, { kind: 'act' }>): string {
  const words = ACTIONS[act] ?? act;
  return simulated === null ? words : `${words}: ${SIMULATED[simulated] ?? simulated},`;
}

type Attempt = Extract<TimelineEntryAnswer, { kind: 'try' }>;

function attemptWording(entry: Attempt): Wording {
  const { error, response_status: status, finished_at: finished, number } = entry;
  const failed = error !== null;
  const outcome =
    finished === null ? 'sending' : status === null ? 'no response' : `HTTP ${status}`;
  return {
    tone: finished === null ? 'pending' : failed ? 'failed' : 'confirmed',
    title: (
      <>
        Webhook {entry.event_type}: {outcome}
      </>
    ),
    body: (
      <>
        {error && <>{error} </>}
        <span className="text-ink-3">
          {number > 1 && `Attempt ${number}. `}
          {entry.total_ms !== null && `${Math.round(entry.total_ms)} ms. `}
        </span>
        <Link
          href={`/dashboard/deliveries?open=${entry.delivery_id}` as Route}
          className="text-accent underline underline-offset-3 hover:text-accent-hover"
        >
          View exchange
        </Link>
      </>
    ),
  };
}

/** Changes that are not about the payment's current transaction. */
const WITHOUT_TXID = new Set(['expired', 'canceled', 'confirmed', 'in_block', 'lost', 'less']);

type Change = Extract<TimelineEntryAnswer, { kind: 'change' }>;

function ChangeBody({ entry }: { entry: Change }) {
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
      {named && <Txid txid={txid} />}
    </div>
  );
}

interface ItemProps {
  readonly tone: Tone;
  /** A RelativeTime or any `<time>`. */
  readonly time: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** What stands at the end of the line, such as a tally. */
  readonly aside?: ReactNode;
}

/** A point on the timeline, with a line to the next one. */
function TimelineItem({ tone, time, title, children, aside }: ItemProps) {
  return (
    <li
      className={clsx(
        'group/item relative grid grid-cols-[20px_1fr_auto] gap-x-3 pb-5',
        `tone-${tone}`,
      )}
    >
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-[9.5px] w-px bg-rule-5 group-last/item:hidden"
      />
      <span className="flex size-5 items-center justify-center rounded-full bg-(--tone-bg) text-(--tone) [&>svg]:size-3">
        <BadgeIcon tone={tone} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{title}</span>
          <span className="text-ink-3 text-small">{time}</span>
        </p>
        {children && <div className="min-w-0 text-ink-2">{children}</div>}
      </div>
      {aside && <div>{aside}</div>}
    </li>
  );
}
