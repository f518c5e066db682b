'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, buttonClasses } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Download } from '@/app/_ui/icons';
import { mainLandmark } from '@/app/_ui/main-landmark';
import {
  MAX_BULK_PAYMENTS,
  type SelectedPayments,
  shownWorkReasons,
} from '@/lib/domain/chosen-payments';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { canMakeChanges } from '@/lib/domain/roles';
import type { BulkOutcomesResponse } from '@/lib/http/payments/bulk-fields';
import { paymentQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { useFrame } from '../../_frame/frame';
import { changedCount } from './bulk-words';
import { CancelPayments } from './cancel-payments';
import type { Selection } from './use-selection';

interface Props {
  readonly selection: Selection;
  readonly open: boolean;
}

export function SelectionBar({ selection: { chosen, clear }, open }: Props) {
  const { role } = useFrame();
  const [refused, setRefused] = useState<readonly RefusedPayment[]>([]);
  const ids = [...chosen.keys()];
  // The bar disappears with the focused button, so the main content gets the focus.
  const end = () => {
    clear();
    mainLandmark()?.focus();
  };
  const onOutcomes = ({ data }: BulkOutcomesResponse) => {
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
            {ids.length} selected{ids.length === MAX_BULK_PAYMENTS && ' (maximum)'}
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
          {canMakeChanges(role) && <BulkActions chosen={chosen} onOutcomes={onOutcomes} />}
        </section>
      )}
      <RefusedList refused={refused} onClose={() => setRefused([])} />
    </>
  );
}

interface ChosenProps {
  readonly chosen: SelectedPayments;
  readonly onOutcomes: (outcomes: BulkOutcomesResponse) => void;
}

/** Shows only actions that would change something, each with the number of changes. */
function BulkActions({ chosen, onOutcomes }: ChosenProps) {
  const ids = [...chosen.keys()];
  const query = useQuery(paymentQueries.selected(ids));
  const counts = query.data?.data ?? [];
  const entries = counts.reduce((sum, { id, open_reasons: reasons }) => {
    const row = chosen.get(id);
    const shown = row ? shownWorkReasons(row) : [];
    return sum + reasons.filter((reason) => shown.includes(reason)).length;
  }, 0);
  const webhooks = counts.reduce((sum, { failed_deliveries: failed }) => sum + failed, 0);
  // The counts of the previous selection stay until the new counts arrive.
  const isStale = query.isPlaceholderData;
  return (
    <>
      {entries > 0 && (
        <MarkHandled chosen={chosen} count={entries} isStale={isStale} onOutcomes={onOutcomes} />
      )}
      {webhooks > 0 && (
        <ResendWebhooks ids={ids} count={webhooks} isStale={isStale} onOutcomes={onOutcomes} />
      )}
      <CancelPayments chosen={chosen} onOutcomes={onOutcomes} />
    </>
  );
}

interface CountProps {
  readonly count: number;
  /** Whether the count is of an earlier selection. */
  readonly isStale: boolean;
}

function MarkHandled({ chosen, count, isStale, onOutcomes }: ChosenProps & CountProps) {
  const handle = useChange('POST /api/dashboard/payments/handle', {
    ask: () => ({
      body: {
        payments: [...chosen.values()].map((row) => ({
          id: row.id,
          received_sats: row.received,
          reasons: shownWorkReasons(row),
        })),
      },
    }),
    done: (outcomes) => {
      // A callback of `mutate` might not run, because a live update may remove the button first.
      onOutcomes(outcomes);
      const done = changedCount(outcomes);
      if (done === 0) return noneOf(outcomes, 'needs your decision');
      return `${countWithNoun(done, 'entry', 'entries')} marked as done.`;
    },
  });
  return (
    <Button busy={handle.isPending} disabled={isStale} onClick={() => handle.mutate()}>
      {`Mark ${count} as done`}
    </Button>
  );
}

interface ActionProps {
  readonly ids: readonly string[];
  readonly onOutcomes: (outcomes: BulkOutcomesResponse) => void;
}

function ResendWebhooks({ ids, count, isStale, onOutcomes }: ActionProps & CountProps) {
  const resend = useChange('POST /api/dashboard/payments/resend-failed', {
    ask: () => ({ body: { ids: [...ids] } }),
    done: (outcomes) => {
      onOutcomes(outcomes);
      const done = changedCount(outcomes);
      if (done === 0) return noneOf(outcomes, 'has a failed webhook');
      return `Resending ${countWithNoun(done, 'webhook')}.`;
    },
  });
  return (
    <Button busy={resend.isPending} disabled={isStale} onClick={() => resend.mutate()}>
      {`Resend ${countWithNoun(count, 'failed webhook')}`}
    </Button>
  );
}

/** Returns a toast for an action without effect; undefined if a dialog shows the reasons. */
function noneOf({ data }: BulkOutcomesResponse, what: string): string | undefined {
  return data.some(({ refused }) => refused !== null)
    ? undefined
    : `None of the selected payments ${what}.`;
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

function RefusedList({ refused, onClose }: RefusedListProps) {
  return (
    <DialogRoot open={refused.length > 0} onOpenChange={(open) => !open && onClose()}>
      <Dialog
        title={`${countWithNoun(refused.length, 'payment was', 'payments were')} left unchanged`}
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
