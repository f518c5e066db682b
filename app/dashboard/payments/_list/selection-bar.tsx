'use client';

import { useState } from 'react';
import { Button, buttonClasses } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { ConfirmDialog, Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Download } from '@/app/_ui/icons';
import { mainLandmark } from '@/app/_ui/main-landmark';
import { toast } from '@/app/_ui/toast';
import { type Chosen, MAX_CHOSEN, reasonsShown } from '@/lib/domain/chosen-payments';
import { canChange } from '@/lib/domain/roles';
import type { OutcomesAnswer } from '@/lib/http/payments/bulk-fields';
import { overviewQueries } from '../../_data/overview-queries';
import { deliveryQueries, paymentQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { useFrame } from '../../_frame/frame';
import type { Selection } from './use-selection';

interface Props {
  readonly selection: Selection;
  readonly open: boolean;
}

export function SelectionBar({ selection: { chosen, clear }, open }: Props) {
  const { role } = useFrame();
  const [refused, setRefused] = useState<readonly RefusedPayment[]>([]);
  const ids = [...chosen.keys()];
  // The bar disappears together with the pressed button.
  const end = () => {
    clear();
    mainLandmark()?.focus();
  };
  const onOutcomes = ({ data }: OutcomesAnswer) => {
    setRefused(
      data.flatMap(({ id, refused: why }) =>
        why === null ? [] : [{ id, name: chosen.get(id)?.name ?? id, why }],
      ),
    );
    end();
  };
  return (
    <>
      {open && (
        <section
          aria-label="Selected payments"
          className="sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-slip border border-float-border bg-surface p-3 shadow-float"
        >
          <p role="status" className="me-auto px-1 font-semibold">
            {ids.length} selected{ids.length === MAX_CHOSEN && ' (maximum)'}
          </p>
          <Button variant="plain" onClick={end}>
            Clear
          </Button>
          <a
            href={`/api/dashboard/payments/export?format=csv&ids=${ids.join(',')}`}
            download
            className={buttonClasses({})}
          >
            <Download aria-hidden />
            Export CSV
          </a>
          {canChange(role) && (
            <>
              <MarkHandled chosen={chosen} onOutcomes={onOutcomes} />
              <ResendWebhooks ids={ids} onOutcomes={onOutcomes} />
              <CancelPayments chosen={chosen} onOutcomes={onOutcomes} />
            </>
          )}
        </section>
      )}
      <RefusedList refused={refused} onClose={() => setRefused([])} />
    </>
  );
}

interface ChosenProps {
  readonly chosen: Chosen;
  readonly onOutcomes: (outcomes: OutcomesAnswer) => void;
}

function MarkHandled({ chosen, onOutcomes }: ChosenProps) {
  const handle = useChange('POST /api/dashboard/payments/handle', {
    ask: () => ({
      body: {
        payments: [...chosen.values()].map((row) => ({
          id: row.id,
          received_sats: row.received,
          reasons: reasonsShown(row),
        })),
      },
    }),
    changes: [paymentQueries.all(), overviewQueries.all()],
    done: (outcomes) => {
      const count = doneIn(outcomes);
      if (count === 0) return noneOf(outcomes, 'needs your decision');
      return `${counted(count, 'entry', 'entries')} marked as done.`;
    },
  });
  return (
    <Button
      busy={handle.isPending}
      onClick={() => handle.mutate(undefined, { onSuccess: onOutcomes })}
    >
      Mark as done
    </Button>
  );
}

interface ActionProps {
  readonly ids: readonly string[];
  readonly onOutcomes: (outcomes: OutcomesAnswer) => void;
}

function ResendWebhooks({ ids, onOutcomes }: ActionProps) {
  const resend = useChange('POST /api/dashboard/payments/resend-failed', {
    ask: () => ({ body: { ids: [...ids] } }),
    changes: [paymentQueries.all(), deliveryQueries.all()],
    done: (outcomes) => {
      const count = doneIn(outcomes);
      if (count === 0) return noneOf(outcomes, 'has a failed webhook');
      return `Resending ${counted(count, 'webhook', 'webhooks')}.`;
    },
  });
  return (
    <Button
      busy={resend.isPending}
      onClick={() => resend.mutate(undefined, { onSuccess: onOutcomes })}
    >
      Resend failed webhooks
    </Button>
  );
}

/** Cancels the selected payments that were pending and unpaid when they were shown. */
function CancelPayments({ chosen, onOutcomes }: ChosenProps) {
  const ids = [...chosen.values()].flatMap(({ id, status, received }) =>
    status === 'pending' && received === 0 ? [id] : [],
  );
  const others = counted(
    chosen.size - ids.length,
    'selected payment stays',
    'selected payments stay',
  );
  const left =
    ids.length === chosen.size
      ? ''
      : `Only pending payments that have received nothing can be canceled: ${others} unchanged. `;
  const cancel = useChange('POST /api/dashboard/payments/cancel', {
    ask: () => ({ body: { ids: [...ids] } }),
    changes: [paymentQueries.all()],
  });
  if (ids.length === 0) return null;
  const many = ids.length === 1 ? 'payment' : `${ids.length} payments`;
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Cancel payments</Button>}
      title={`Cancel ${counted(ids.length, 'payment', 'payments')}?`}
      description={`${left}Money that still arrives is detected and marked as late.`}
      confirm={`Cancel ${many}`}
      dismiss={ids.length === 1 ? 'Keep payment' : 'Keep payments'}
      busy={cancel.isPending}
      onConfirm={(close) =>
        cancel.mutate(undefined, {
          onSettled: close,
          onSuccess: (outcomes) => {
            const count = doneIn(outcomes);
            if (count > 0) toast.success(`${counted(count, 'payment', 'payments')} canceled.`);
            onOutcomes(outcomes);
          },
        })
      }
    />
  );
}

/** Reports that nothing was done, unless a dialog shows the reasons. */
function noneOf({ data }: OutcomesAnswer, what: string): string | undefined {
  return data.some(({ refused }) => refused !== null) ? undefined : `None of them ${what}.`;
}

function doneIn({ data }: OutcomesAnswer): number {
  return data.reduce((sum, { done }) => sum + done, 0);
}

interface RefusedPayment {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

interface RefusedListProps {
  readonly refused: readonly RefusedPayment[];
  readonly onClose: () => void;
}

/** The payments for which an action failed, each with the reason. */
function RefusedList({ refused, onClose }: RefusedListProps) {
  return (
    <DialogRoot open={refused.length > 0} onOpenChange={(open) => !open && onClose()}>
      <Dialog
        title={`${counted(refused.length, 'payment was', 'payments were')} left unchanged`}
        actions={
          <DialogClose asChild>
            <Button variant="primary">OK</Button>
          </DialogClose>
        }
      >
        <ul className="grid gap-3">
          {refused.map(({ id, name, why }) => (
            <li key={id}>
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-ink-2">{why}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    </DialogRoot>
  );
}
