'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { PaymentBadge } from '@/app/_ui/status-badge';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { PageHead } from '../../../_frame/page-head';
import { PAYMENTS } from '../../../_frame/paths';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { Deliveries } from './deliveries';
import { AddressCard, CheckoutLink, RawJson, Terms } from './details';
import { Figures, Notes } from './figures';
import { Outputs } from './outputs';
import { PaymentBlocks } from './payment-blocks';
import { ShopData } from './shop-data';
import { Simulate } from './simulate';
import { PaymentTimeline } from './timeline';
import { Work } from './work';

/** Everything about one payment, live. */
export function PaymentView({ id }: { id: string }) {
  const query = useQuery(paymentQueries.detail(id));
  return (
    <DetailPage
      what="Payment"
      query={query}
      skeleton={SKELETON}
      back={{ href: PAYMENTS, label: 'Payments' }}
      all={{ href: PAYMENTS, label: 'All payments' }}
      missing="The link may be incomplete, or the payment belongs to another merchant."
    >
      {(detail) => <Detail detail={detail} />}
    </DetailPage>
  );
}

function Detail({ detail }: { detail: PaymentDetailAnswer }) {
  const { payment, can } = detail;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={payment.reference ?? 'Payment without reference'}
        aside={
          <>
            <span aria-live="polite">
              <PaymentBadge status={payment.status} flags={payment.flags} />
            </span>
            <NetworkChip network={payment.network} />
          </>
        }
        actions={can.cancel && <CancelPayment payment={payment} />}
      >
        <span className="inline-flex max-w-full items-center gap-1 text-ink-3">
          <span className="mono truncate">{payment.id}</span>
          <CopyButton text={payment.id} label="Copy payment id" />
        </span>
      </PageHead>
      <Figures detail={detail} />
      <Notes detail={detail} />
      <Work detail={detail} />
      <PaymentBlocks detail={detail} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <PaymentTimeline detail={detail} />
          <Outputs detail={detail} />
          <Deliveries detail={detail} />
          <RawJson payment={payment} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <CheckoutLink payment={payment} />
          {can.simulate && <Simulate detail={detail} />}
          <ShopData payment={payment} />
          <AddressCard detail={detail} />
          <Terms detail={detail} />
        </div>
      </div>
    </article>
  );
}

function CancelPayment({ payment }: { payment: PaymentAnswer }) {
  const cancel = useChange('POST /api/dashboard/payments/{id}/cancel', {
    ask: () => ({ id: payment.id }),
    changes: [paymentQueries.all()],
    done: () => 'Payment canceled.',
  });
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Cancel payment</Button>}
      title="Cancel this payment?"
      description="The payment page will show that it is canceled. Money that still arrives at its address is detected and marked as late."
      confirm="Cancel payment"
      dismiss="Keep payment"
      busy={cancel.isPending}
      onConfirm={(close) => cancel.mutate(undefined, { onSettled: close })}
    />
  );
}

const SKELETON = (
  <DetailSkeleton figures={3}>
    <div className="grid gap-3">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/5" />
      <Skeleton className="w-1/2" />
    </div>
  </DetailSkeleton>
);
