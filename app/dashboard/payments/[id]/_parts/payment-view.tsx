'use client';

import { useQuery } from '@tanstack/react-query';
import { CopyButton, CopyTextButton } from '@/app/_ui/copy-button';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { PaymentBadge } from '@/app/_ui/status-badge';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { paymentQueries } from '../../../_data/queries';
import { PageHead } from '../../../_frame/page-head';
import { PAYMENTS } from '../../../_frame/paths';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { RefundHost } from '../../../_refunds/refund-host';
import { Deliveries } from './deliveries';
import { AddressCard, CheckoutLink, PaymentTermsSection, RawJson } from './details';
import { NextSteps } from './next-steps';
import { Outputs } from './outputs';
import { PaymentFigures } from './payment-figures';
import { Refunds } from './refunds';
import { CustomerData, ShopData } from './shop-data';
import { Simulate } from './simulate';
import { PaymentTimeline } from './timeline';

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

function Detail({ detail }: { detail: PaymentDetailResponse }) {
  const { payment, can } = detail;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={payment.reference ?? 'Payment without reference'}
        aside={
          <>
            <span aria-live="polite">
              <PaymentBadge
                status={payment.status}
                flags={payment.flags}
                canceledAt={payment.canceled_at}
              />
            </span>
            <NetworkChip network={payment.network} />
          </>
        }
        actions={<CopyTextButton text={payment.checkout_url}>Copy link</CopyTextButton>}
      >
        <span className="inline-flex max-w-full items-center gap-1 text-ink-3">
          <span className="mono truncate">{payment.id}</span>
          <CopyButton text={payment.id} label="Copy payment id" />
        </span>
      </PageHead>
      <RefundHost />
      <div className="grid grid-cols-[minmax(0,1fr)]">
        <PaymentFigures detail={detail} />
        <NextSteps detail={detail} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <PaymentTimeline detail={detail} />
          <Outputs detail={detail} />
          <Refunds detail={detail} />
          <Deliveries detail={detail} />
          <RawJson payment={payment} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <CheckoutLink payment={payment} />
          {can.simulate && <Simulate detail={detail} />}
          <CustomerData payment={payment} />
          <AddressCard detail={detail} />
          <PaymentTermsSection detail={detail} />
          <ShopData payment={payment} />
        </div>
      </div>
    </article>
  );
}

const SKELETON = (
  <DetailSkeleton figures={4}>
    <div className="grid gap-3">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="w-3/5" />
      <Skeleton className="w-2/5" />
      <Skeleton className="w-1/2" />
    </div>
  </DetailSkeleton>
);
