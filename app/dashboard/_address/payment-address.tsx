'use client';

import { useQuery } from '@tanstack/react-query';
import { Fact, FactList } from '@/app/_ui/facts';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { paymentQueries } from '../_data/queries';
import { PageHead } from '../_frame/page-head';
import { PAYMENTS, paymentPage } from '../_frame/paths';
import { DetailPage } from '../_list/detail-page';
import { ADDRESS_COMPARISON_HINT } from './address-comparison-hint';
import { AddressSheet } from './address-sheet';

/** Shows a payment's address, which the user compares with the device that holds its key. */
export function PaymentAddress({ id }: { id: string }) {
  return (
    <DetailPage
      what="Payment"
      query={useQuery(paymentQueries.detail(id))}
      skeleton={<Skeleton className="h-96 w-full rounded-slip" />}
      back={{ href: paymentPage(id), label: 'Payment' }}
      all={{ href: PAYMENTS, label: 'All payments' }}
      missing="The link may be incomplete, or the payment belongs to another merchant."
    >
      {(detail) => <Detail detail={detail} />}
    </DetailPage>
  );
}

function Detail({ detail: { payment, derivation } }: { detail: PaymentDetailResponse }) {
  const title = payment.reference ?? payment.id;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <PageHead title="Compare with device" aside={<NetworkChip network={payment.network} />}>
        {derivation
          ? ADDRESS_COMPARISON_HINT
          : 'This address was provided when the payment was created. It has no path in your wallet, so compare it with the wallet that issued it.'}
      </PageHead>
      <p className="font-semibold wrap-anywhere text-section">{title}</p>
      <AddressSheet title={title} address={payment.address} derived={derivation} />
      {derivation && <WalletFacts derivation={derivation} />}
    </div>
  );
}

const FINGERPRINT_SHOWN = 16;

function WalletFacts({
  derivation: { fingerprint, descriptor },
}: {
  derivation: NonNullable<PaymentDetailResponse['derivation']>;
}) {
  return (
    <FactList>
      <Fact name="Fingerprint">
        <span className="mono" title={fingerprint}>
          {fingerprint.slice(0, FINGERPRINT_SHOWN)}
        </span>
      </Fact>
      <Fact name="Descriptor">
        <span className="mono break-all text-small">{descriptor}</span>
      </Fact>
    </FactList>
  );
}
