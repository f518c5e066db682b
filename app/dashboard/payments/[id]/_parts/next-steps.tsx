'use client';

import clsx from 'clsx';
import { useRef } from 'react';
import { Button } from '@/app/_ui/button';
import { IntentLink } from '@/app/_ui/intent-link';
import { DateTimeText, RelativeTime } from '@/app/_ui/time';
import type { InboxReason } from '@/lib/domain/worklist';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { ReorgNote } from '../../../_chain/reorg-note';
import { paymentPage } from '../../../_frame/paths';
import { nextStep } from '../../../_next-step/next-step';
import type { StepFacts } from '../../../_next-step/step';
import { StepButtons, useReopenDecisions } from '../../../_next-step/step-buttons';
import { REASON_WORDS } from '../../../_worklist/reason-words';
import { TeamNote } from '../../../_worklist/team-note';
import { CancelPayment } from './cancel-payment';

interface Props {
  readonly detail: PaymentDetailResponse;
}

export function NextSteps({ detail }: Props) {
  const { work } = detail;
  const ofMoney = work.filter(({ reason }) => reason !== 'undelivered');
  const ofWebhooks = work.filter(({ reason, handled }) => reason === 'undelivered' && !handled);
  const hasMoneyStep = ofMoney.some(({ handled }) => !handled) || ofWebhooks.length === 0;
  return (
    <div className="grid gap-3">
      {hasMoneyStep && <Step detail={detail} work={ofMoney} />}
      {ofWebhooks.length > 0 && <Step detail={detail} work={ofWebhooks} />}
      {detail.reorg && (
        <ReorgNote reorg={detail.reorg}>This payment’s confirmations were counted again.</ReorgNote>
      )}
      <Marked detail={detail} />
      <Decided detail={detail} />
      <TeamNote of={detail} />
    </div>
  );
}

/** Shows the status that a plugin set for the invoice. It does not change the payment's status. */
function Marked({ detail: { marked } }: Props) {
  if (!marked) return null;
  return (
    <p role="status" className="border-pending border-l-2 pl-3 text-small wrap-anywhere">
      {marked.by} marked the invoice as {marked.mark.toLowerCase()} on{' '}
      <DateTimeText iso={marked.at} />. This does not change the payment, and money that arrives is
      still detected.
    </p>
  );
}

function Step({ detail, work }: Props & { readonly work: StepFacts['work'] }) {
  const { payment, can, settled, accepted_at, follow_up: followUp } = detail;
  const region = useRef<HTMLElement>(null);
  const refund = detail.refunds.findLast(({ status }) => status !== 'dropped');
  const step = nextStep({
    ...{ payment, work, settled, followUp, refund },
    accepted: accepted_at !== null,
    allowsFollowUps: detail.allows_follow_ups,
    shop: shopOf(detail),
  });
  const open = work.filter(({ handled }) => !handled);
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label="Next step"
      className={clsx(
        'flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-rule-5 border-y px-4 py-4 sm:px-5',
        step.decide ? 'bg-ledger' : 'bg-surface',
      )}
    >
      <div className="grid max-w-reading flex-1 basis-80 gap-1.5">
        <h2 className="text-section">{step.title}</h2>
        <p className="text-ink-2">{step.reason}</p>
      </div>
      {can.change && step.buttons.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <StepButtons
            payment={payment}
            step={step}
            reasons={open.map(({ reason }) => reason)}
            note={detail.note}
            cancel={(label) => <CancelPayment id={payment.id} label={label} />}
            onDecided={() => region.current?.focus()}
          />
        </div>
      )}
    </section>
  );
}

/**
 * Returns whether the shop knows of a reversal; undefined if it was never notified of the money.
 */
function shopOf({ deliveries }: PaymentDetailResponse): StepFacts['shop'] {
  const money = deliveries.findLast(
    ({ event_type: type, status }) =>
      (type === 'payment.detected' || type === 'payment.confirmed') && status === 'delivered',
  );
  if (!money) return undefined;
  const reverted = deliveries.findLast(({ event_type: type }) => type === 'payment.reverted');
  if (!reverted) return 'not_notified';
  return reverted.status === 'delivered' ? 'notified' : 'not_yet';
}

type Entry = PaymentDetailResponse['work'][number];

/** Lists who accepted the money and who marked decisions as done, each with an undo button. */
function Decided({ detail }: Props) {
  const { work, accepted_at, follow_up: followUp } = detail;
  const done = work.filter(({ handled }) => handled !== null);
  if (done.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {done.map((entry) =>
        entry.handled?.by === null ? (
          <li key={entry.reason} className="text-ink-2">
            {label(entry.reason)}: the missing amount was paid with{' '}
            {followUp ? (
              <IntentLink
                href={paymentPage(followUp.id)}
                className="text-accent underline underline-offset-3"
              >
                a new payment
              </IntentLink>
            ) : (
              'a new payment'
            )}
          </li>
        ) : (
          <Mark key={entry.reason} detail={detail} entry={entry} accepted={accepted_at !== null} />
        ),
      )}
    </ul>
  );
}

const label = (reason: InboxReason) => REASON_WORDS[reason].label;

function Mark({
  detail: { payment, can },
  entry: { reason, handled },
  accepted,
}: Props & { readonly entry: Entry; readonly accepted: boolean }) {
  const isAccepted = accepted && reason !== 'undelivered' && reason !== 'reverted';
  const undo = useReopenDecisions(payment.id, [reason]);
  if (!handled) return null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
      <span className="wrap-anywhere">
        {label(reason)}: {isAccepted ? 'accepted' : 'done'} by {handled.by},{' '}
        <RelativeTime iso={handled.at} />
      </span>
      {can.change && (
        <Button size="small" busy={undo.isPending} onClick={() => undo.mutate()}>
          Undo
          <span className="sr-only">: {label(reason)}</span>
        </Button>
      )}
    </li>
  );
}
