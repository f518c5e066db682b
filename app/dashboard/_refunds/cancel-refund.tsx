import { Button } from '@/app/_ui/button';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';
import { useChange } from '../_data/use-change';

interface Props {
  readonly refund: DashboardRefundResponse;
  readonly onDone: () => void;
}

/** Asks for no confirmation, because a transaction that pays the refund later is still found. */
export function CancelRefund({ refund, onDone }: Props) {
  const drop = useChange('POST /api/dashboard/refunds/{id}/drop', {
    ask: () => ({ id: refund.id }),
    done: () => {
      onDone();
      return 'Refund canceled.';
    },
  });
  return (
    <Button variant="plain" className="me-auto" busy={drop.isPending} onClick={() => drop.mutate()}>
      Cancel refund
    </Button>
  );
}
