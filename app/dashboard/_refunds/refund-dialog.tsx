'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogRoot } from '@/app/_ui/dialog';
import { Skeleton } from '@/app/_ui/skeleton';
import { paymentQueries } from '../_data/queries';
import { RecordRefund } from './record-refund';
import { CheckRefund, RefundStatusDialog } from './refund-state';
import { SendRefund } from './send-refund';
import { WaitForAddress } from './wait-for-address';

interface OpenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface Props extends OpenProps {
  readonly paymentId: string;
  /** The refund to continue; undefined to record a new one. */
  readonly refundId: string | undefined;
}

/** Records a refund, then shows its next step until it is confirmed. */
export function RefundDialog({ open, onOpenChange, ...rest }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      {open && <Content {...rest} onClose={() => onOpenChange(false)} />}
    </DialogRoot>
  );
}

function Content({
  paymentId,
  refundId,
  onClose,
}: Omit<Props, keyof OpenProps> & { readonly onClose: () => void }) {
  const [shownId, setShownId] = useState(refundId);
  const { data: detail, error, refetch } = useQuery(paymentQueries.detail(paymentId));
  const refund = detail?.refunds.find(({ id }) => id === shownId);
  if (detail && shownId === undefined) {
    return <RecordRefund detail={detail} onRecorded={setShownId} />;
  }
  if (!detail || !refund) {
    return (
      <Dialog title="Refund">
        {error ? (
          <div className="grid justify-items-start gap-3">
            <p role="alert">{error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </Dialog>
    );
  }
  const props = { refund, detail, onClose };
  if (refund.status === 'requested') return <WaitForAddress {...props} />;
  if (refund.status !== 'ready') return <RefundStatusDialog {...props} />;
  return refund.other_outputs.length > 0 ? <CheckRefund {...props} /> : <SendRefund {...props} />;
}
