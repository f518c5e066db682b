'use client';

import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Amount, Grouped } from '@/app/_ui/amount';
import { TimelineItem } from '@/app/_ui/timeline';
import type { Tone } from '@/app/_ui/tone';
import { Txid } from '@/app/_ui/txid';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import type { TimelineEntryAnswer } from '@/lib/http/answers/timeline';
import { CHANGE_TONES, changeTitle } from './change-words';
import { ClockTime } from './clock-time';
import type { Told } from './fold-tries';

interface Props {
  readonly entry: Told;
  readonly detail: PaymentDetailAnswer;
}

interface Wording {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly body?: ReactNode;
}

/** One thing that happened. */
export function HistoryItem({ entry, detail }: Props) {
  const { tone, title, body } = wordingOf(entry, detail);
  return (
    <TimelineItem tone={tone} time={<ClockTime iso={entry.at} />} title={title}>
      {body}
    </TimelineItem>
  );
}

function wordingOf(entry: Told, detail: PaymentDetailAnswer): Wording {
  switch (entry.kind) {
    case 'created':
      return {
        tone: 'idle',
        title: 'Created',
        body: (
          <>
            <Amount sats={detail.payment.amount_sats} /> requested with the key{' '}
            {detail.api_key.name}
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
        body: 'The payment has no webhook URL, so nobody is told.',
      };
    case 'try':
      return tryWording(entry);
    case 'folded':
      return { tone: 'idle', title: `${entry.tries} more tries, all in vain` };
    case 'act':
      return { tone: 'idle', title: `${actWords(entry)} by ${entry.person}` };
  }
}

const ACTS: Readonly<Record<string, string>> = {
  'payment.create': 'Created in the dashboard',
  'payment.cancel': 'Canceled in the dashboard',
  'payment.simulate': 'Simulated',
  'delivery.resend': 'Webhook sent again',
};

const SIMULATED: Readonly<Record<string, string>> = {
  pay: 'a payment',
  mine: 'blocks',
  bump_fee: 'a higher fee',
  take_back: 'taking the money back',
  double_spend: 'a double-spend',
  reorg: 'a reorg',
};

function actWords({ act, simulated }: Extract<TimelineEntryAnswer, { kind: 'act' }>): string {
  const words = ACTS[act] ?? act;
  return simulated === null ? words : `${words}: ${SIMULATED[simulated] ?? simulated},`;
}

type Try = Extract<TimelineEntryAnswer, { kind: 'try' }>;

function tryWording(entry: Try): Wording {
  const { error, response_status: status, finished_at: finished, number } = entry;
  const failed = error !== null;
  const outcome =
    finished === null ? 'sending …' : status === null ? 'no answer' : `HTTP ${status}`;
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
          {number > 1 && `Try ${number}. `}
          {entry.total_ms !== null && `${Math.round(entry.total_ms)} ms. `}
        </span>
        <Link
          href={`/dashboard/deliveries?open=${entry.delivery_id}` as Route}
          className="text-accent underline underline-offset-3 hover:text-accent-hover"
        >
          Show the exchange
        </Link>
      </>
    ),
  };
}

/** Changes that are not about the transaction which the payment names now. */
const UNNAMED = new Set(['expired', 'canceled', 'confirmed', 'in_block', 'lost', 'less']);

type Change = Extract<TimelineEntryAnswer, { kind: 'change' }>;

function ChangeBody({ entry }: { entry: Change }) {
  const { difference_sats: difference, txid, height, what } = entry;
  const named = txid !== null && !UNNAMED.has(what);
  return (
    <div className="grid gap-0.5">
      {difference !== 0 && (
        <span>
          {difference > 0 ? '+ ' : '− '}
          <Amount sats={Math.abs(difference)} />
          {entry.late && ', after the payment had ended'}
        </span>
      )}
      {height !== null && what === 'confirmed' && (
        <span>
          Its money is in block <Grouped value={height} />
        </span>
      )}
      {named && <Txid txid={txid} />}
    </div>
  );
}
