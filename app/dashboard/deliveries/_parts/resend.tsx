'use client';

import type { QueryKey } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import type { DeliveryStatus } from '@/app/_ui/status-badge';
import { resendAnswer, resendFailedAnswer } from '../../_data/delivery-answers';
import { deliveryQueries } from '../../_data/queries';
import { useAct } from '../../_data/use-act';

interface ResendProps {
  readonly delivery: { readonly id: string; readonly status: DeliveryStatus };
  /** The queries that show the delivery. */
  readonly changes: readonly QueryKey[];
}

/** Sends a delivery again now. */
export function Resend({ delivery, changes }: ResendProps) {
  const resend = useAct({
    path: () => `/api/dashboard/deliveries/${delivery.id}/resend`,
    answer: resendAnswer,
    changes,
    done: ({ outcome }) =>
      outcome === 'resent' ? 'Resending the webhook.' : 'An attempt is already in progress.',
  });
  return (
    <Button size="small" busy={resend.isPending} onClick={() => resend.mutate()}>
      {delivery.status === 'pending' ? 'Retry now' : 'Resend'}
    </Button>
  );
}

interface ResendAllProps {
  /** How many failed deliveries match the filters. */
  readonly count: number;
  readonly filters: Readonly<Record<string, string>>;
}

/** Sends again every failed delivery that matches the filters, after asking. */
export function ResendAll({ count, filters }: ResendAllProps) {
  const resend = useAct({
    path: () => '/api/dashboard/deliveries/resend-failed',
    body: () => filters,
    answer: resendFailedAnswer,
    changes: [deliveryQueries.all()],
    done: ({ resent }) =>
      resent === 1 ? 'Resending 1 delivery.' : `Resending ${resent} deliveries.`,
  });
  return (
    <ConfirmDialog
      trigger={<Button>{count === 1 ? 'Resend' : `Resend all ${count}`}</Button>}
      title={count === 1 ? 'Resend 1 failed delivery?' : `Resend ${count} failed deliveries?`}
      description="Each is sent with the same event id and body, and a new timestamp and signature. Receivers that store event ids can ignore repeats."
      variant="primary"
      confirm="Resend"
      busy={resend.isPending}
      onConfirm={(close) => resend.mutate(undefined, { onSuccess: close })}
    >
      <p className="text-ink-2">
        Only deliveries that match the filters are sent. Fix the endpoint first, or they fail again.
      </p>
    </ConfirmDialog>
  );
}
