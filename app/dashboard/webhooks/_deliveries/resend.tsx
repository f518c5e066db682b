'use client';

import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import type { DeliveryStatus } from '@/app/_ui/status-badge';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { useChange } from '../../_data/use-change';

interface Resendable {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly next_attempt_at: string | null;
}

/**
 * Resends a delivery. If that would change nothing, the button is disabled and shows the reason.
 */
export function Resend({ delivery }: { delivery: Resendable }) {
  const reason = whyNot(delivery);
  const resend = useChange('POST /api/dashboard/deliveries/{id}/resend', {
    ask: () => ({ id: delivery.id }),
    done: ({ outcome }) =>
      outcome === 'resent' ? 'Resending the webhook.' : 'An attempt is already in progress.',
  });
  return (
    <Button
      size="small"
      busy={resend.isPending}
      disabled={reason !== undefined}
      title={reason}
      onClick={() => resend.mutate()}
    >
      {delivery.status === 'pending' ? 'Retry now' : 'Resend'}
    </Button>
  );
}

function whyNot({ status, next_attempt_at: next }: Resendable): string | undefined {
  if (status === 'delivering') return 'An attempt is in progress.';
  if (status === 'pending' && next === null) return 'Its endpoint is paused. Resume it to send.';
  return undefined;
}

interface ResendAllProps {
  /** How many deliveries match the filters. */
  readonly count: number;
  readonly status: 'failing' | 'failed';
  readonly filters: Readonly<Record<string, string>>;
  /** Needed if the page has several such buttons. */
  readonly of?: string;
}

/** Resends every delivery that matches the filters, after confirmation. */
export function ResendAll({ count, status, filters, of }: ResendAllProps) {
  const resend = useChange('POST /api/dashboard/deliveries/resend', {
    ask: () => ({ body: { ...filters, status } }),
    done: ({ resent }) => `Resending ${countWithNoun(resent, 'delivery', 'deliveries')}.`,
  });
  return (
    <ConfirmDialog
      trigger={<Button>{`Resend all ${count}${of ? ` ${of}` : ''}`}</Button>}
      title={`Resend ${countWithNoun(count, 'failed delivery', 'failed deliveries')}?`}
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
