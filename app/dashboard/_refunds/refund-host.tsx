'use client';

import { useEffect } from 'react';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';
import { setRefundDialog, useRefundDialog } from './open-refund';

const RefundDialog = loadOnFirstOpen(async () => (await import('./refund-dialog')).RefundDialog);
const SeveralDialog = loadOnFirstOpen(
  async () => (await import('./bulk-refund-dialog')).BulkRefundDialog,
);

interface Props {
  /** The refunds that need a member's action, on a page where several can be paid together. */
  readonly refunds?: readonly DashboardRefundResponse[];
}

/** Renders the dialogs that any component on the page opens with `setRefundDialog`. */
export function RefundHost({ refunds = [] }: Props) {
  const shown = useRefundDialog();
  useEffect(() => () => setRefundDialog(undefined), []);
  const close = () => setRefundDialog(undefined);
  const one = shown?.kind === 'one' ? shown : undefined;
  return (
    <>
      <RefundDialog
        open={one !== undefined}
        onOpenChange={close}
        paymentId={one?.paymentId ?? ''}
        refundId={one?.refundId}
      />
      <SeveralDialog open={shown?.kind === 'several'} onOpenChange={close} refunds={refunds} />
    </>
  );
}
