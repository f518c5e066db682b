'use client';

import type { QueryKey } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { ConfirmDialog } from '@/app/_ui/dialog';
import type { DeliveryStatus } from '@/app/_ui/status-badge';
import { deliveryQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';

interface ResendProps {
  readonly delivery: { readonly id: string; readonly status: DeliveryStatus };
  readonly changes: readonly QueryKey[];
}

export function Resend({ delivery, changes }: ResendProps) {
  const resend = useChange('POST /api/dashboard/deliveries/{id}/resend', {
    ask: () => ({ id: delivery.id }),
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
  const resend = useChange('POST /api/dashboard/deliveries/resend-failed', {
    ask: () => ({ body: filters }),
    changes: [deliveryQueries.all()],
    done: ({ resent }) => `Resending ${counted(resent, 'delivery', 'deliveries')}.`,
  });
  return (
    <ConfirmDialog
      trigger={<Button>{count === 1 ? 'Resend' : `Resend all ${count}`}</Button>}
      title={`Resend ${counted(count, 'failed delivery', 'failed deliveries')}?`}
      description="Each delivery is sent with the same event id and body, and a new timestamp and signature. Endpoints that store event ids can ignore repeats."
      variant="primary"
      confirm="Resend"
      busy={resend.isPending}
      onConfirm={(close) => resend.mutate(undefined, { onSuccess: close })}
    >
      <p className="text-ink-2">
        Only deliveries that match the filters are sent. Fix the endpoint first, or the deliveries
        fail again.
      </p>
    </ConfirmDialog>
  );
}
