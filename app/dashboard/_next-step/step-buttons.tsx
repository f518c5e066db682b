'use client';

import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { InboxReason } from '@/lib/domain/worklist';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { useChange } from '../_data/use-change';
import { setRefundDialog } from '../_refunds/open-refund';
import type { NextStep, StepAction } from './step';

const AskDialog = loadOnFirstOpen(async () => (await import('./follow-up-dialog')).FollowUpDialog);
const DoneDialog = loadOnFirstOpen(async () => (await import('./mark-done-dialog')).MarkDoneDialog);

interface Props {
  readonly payment: PaymentResponse;
  readonly step: NextStep;
  /** The decisions that "Mark as done" closes; by default all. */
  readonly reasons?: InboxReason[] | undefined;
  readonly note: string | null;
  /** Returns the button that cancels the payment; absent if the step must not offer it. */
  readonly cancel?: ((label: string) => ReactNode) | undefined;
  /** Called after a decision, when the buttons have disappeared. */
  readonly onDecided?: (() => void) | undefined;
}

/**
 * Returns a mutation that reopens a payment's decisions. It works even after the payment's row has
 * disappeared.
 */
export function useReopenDecisions(id: string, reasons: InboxReason[] | undefined) {
  return useChange('POST /api/dashboard/payments/{id}/unhandle', {
    ask: () => ({ id, body: { reasons } }),
    done: () => 'Needs your decision again.',
  });
}

/** The first button performs the step. */
export function StepButtons({ payment, step, reasons, note, cancel, onDecided }: Props) {
  const { id, received_sats } = payment;
  const [asked, setAsked] = useState<PaymentResponse>();
  const [isMarking, setMarking] = useState(false);
  const ask = useChange('POST /api/dashboard/payments/{id}/follow-up', {
    ask: () => ({ id }),
    answerFirst: true,
  });
  const reopen = useReopenDecisions(id, reasons);
  const accept = useChange('POST /api/dashboard/payments/{id}/accept', {
    ask: () => ({ id, body: { received_sats } }),
    done: () => {
      // A callback of `mutate` might not run, because a live update may remove the buttons first.
      onDecided?.();
      return { text: 'Accepted. Ship the order.', undo: () => reopen.mutate() };
    },
  });
  const resend = useChange('POST /api/dashboard/payments/resend-failed', {
    ask: () => ({ body: { ids: [id] } }),
    done: ({ data }) => `Resending ${countWithNoun(data[0]?.done ?? 0, 'webhook')}.`,
  });
  const acts: Readonly<
    Record<Exclude<StepAction, 'cancel'>, { run(refundId?: string): void; busy: boolean }>
  > = {
    ask: { run: () => ask.mutate(undefined, { onSuccess: setAsked }), busy: ask.isPending },
    accept: { run: () => accept.mutate(), busy: accept.isPending },
    resend: { run: () => resend.mutate(), busy: resend.isPending },
    refund: {
      run: (refundId) => setRefundDialog({ kind: 'one', paymentId: id, refundId }),
      busy: false,
    },
    done: { run: () => setMarking(true), busy: false },
  };
  return (
    <>
      {step.buttons.map(({ action, label, refundId }, place) =>
        action === 'cancel' ? (
          <Fragment key={action}>{cancel?.(label)}</Fragment>
        ) : (
          <Button
            key={action}
            variant={step.decide && place === 0 ? 'primary' : 'quiet'}
            busy={acts[action].busy}
            onClick={() => acts[action].run(refundId)}
          >
            {label}
          </Button>
        ),
      )}
      {asked && (
        <AskDialog
          open
          onOpenChange={() => setAsked(undefined)}
          followUp={asked}
          isRest={received_sats > 0}
        />
      )}
      <DoneDialog
        open={isMarking}
        onOpenChange={setMarking}
        payment={payment}
        reasons={reasons}
        note={note}
        undo={() => reopen.mutate()}
        onDone={() => {
          setMarking(false);
          onDecided?.();
        }}
      />
    </>
  );
}
