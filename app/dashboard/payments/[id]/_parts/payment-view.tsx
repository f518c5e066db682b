'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import Link from 'next/link';
import { ButtonLink } from '@/app/_ui/button-link';
import { CopyButton } from '@/app/_ui/copy-button';
import { Empty } from '@/app/_ui/empty';
import { NetworkChip } from '@/app/_ui/network';
import { PaymentBadge } from '@/app/_ui/status-badge';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { paymentQueries } from '../../../_data/queries';
import { isMissing } from '../../../_data/request-failed';
import { PAYMENTS } from '../../../_frame/nav-items';
import { PageHead } from '../../../_frame/page-head';
import { ListState } from '../../../_list/list-state';
import { AddressCard } from './address-card';
import { CancelPayment } from './cancel-payment';
import { Deliveries } from './deliveries';
import { Facts } from './facts';
import { Figures } from './figures';
import { History } from './history';
import { Notes } from './notes';
import { Outputs } from './outputs';
import { PaymentLink } from './payment-link';
import { PaymentSkeleton } from './payment-skeleton';
import { RawJson } from './raw-json';
import { Simulate } from './simulate';

/** Everything about one payment, live. */
export function PaymentView({ id }: { id: string }) {
  const query = useQuery(paymentQueries.detail(id));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        href={PAYMENTS}
        className="-ms-1 inline-flex w-fit items-center gap-1 rounded-badge pe-1 text-ink-2 hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronLeft aria-hidden className="size-4" />
        Payments
      </Link>
      {!query.data && <h1 className="sr-only">Payment</h1>}
      {isMissing(query.error) ? (
        <Empty
          title="There is no such payment."
          action={<ButtonLink href={PAYMENTS}>To the payments</ButtonLink>}
        >
          The link may be cut off, or the payment belongs to another account.
        </Empty>
      ) : (
        <ListState what="The payment" query={query} skeleton={<PaymentSkeleton />}>
          {(detail) => <Detail detail={detail} />}
        </ListState>
      )}
    </div>
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
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <History detail={detail} />
          <Outputs detail={detail} />
          <Deliveries detail={detail} />
          <RawJson payment={payment} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <PaymentLink payment={payment} />
          {can.simulate && <Simulate detail={detail} />}
          <AddressCard detail={detail} />
          <Facts detail={detail} />
        </div>
      </div>
    </article>
  );
}
