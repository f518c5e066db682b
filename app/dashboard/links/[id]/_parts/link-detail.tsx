'use client';

import { useQuery } from '@tanstack/react-query';
import { Amount } from '@/app/_ui/amount';
import { Button, ButtonLink } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { StatItem } from '@/app/_ui/facts';
import { NetworkChip } from '@/app/_ui/network';
import { PrintSheet } from '@/app/_ui/print-sheet';
import { Qr } from '@/app/_ui/qr';
import { Skeleton } from '@/app/_ui/skeleton';
import type { LinkDetailResponse, LinkResponse } from '@/lib/http/links/link-response';
import { linkQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { CopyablePageUrl, removeUrlScheme } from '../../../_frame/copyable-page-url';
import { useFrame } from '../../../_frame/frame';
import { PageHead } from '../../../_frame/page-head';
import { LINKS, linkPaymentsPage } from '../../../_frame/paths';
import { DetailPage, DetailSkeleton } from '../../../_list/detail-page';
import { LinkAmount, LinkBadge, paidPaymentsText } from '../../_parts/link-words';
import { LinkTerms } from './link-terms';

export function LinkDetail({ id }: { id: string }) {
  const query = useQuery(linkQueries.detail(id));
  return (
    <DetailPage
      what="Payment link"
      query={query}
      skeleton={SKELETON}
      back={{ href: LINKS, label: 'Payment links' }}
      all={{ href: LINKS, label: 'All payment links' }}
      missing="The link may belong to another merchant of yours."
    >
      {(detail) => <Detail detail={detail} />}
    </DetailPage>
  );
}

function Detail({ detail }: { detail: LinkDetailResponse }) {
  const { link, can } = detail;
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead
        title={link.title}
        aside={
          <>
            <span aria-live="polite">
              <LinkBadge status={link.status} />
            </span>
            <NetworkChip network={link.network} />
          </>
        }
        actions={
          <>
            <ButtonLink href={linkPaymentsPage(link.id)}>View payments</ButtonLink>
            {can.deactivate && <Deactivate link={link} />}
          </>
        }
      >
        <span className="inline-flex max-w-full items-center gap-1 text-ink-3">
          <span className="mono truncate">{link.id}</span>
          <CopyButton text={link.id} label="Copy payment link id" />
        </span>
      </PageHead>
      <dl className="flex flex-wrap gap-x-12 gap-y-4 border-rule-5 border-y bg-surface px-5 py-4">
        <StatItem name="Visits">{link.visits}</StatItem>
        <StatItem name="Payments">{link.payments}</StatItem>
        <StatItem name="Paid">{paidPaymentsText(link)}</StatItem>
        <StatItem name="Received">
          <Amount sats={link.received_sats} />
        </StatItem>
      </dl>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <SharedLink link={link} />
        <LinkTerms detail={detail} />
      </div>
    </article>
  );
}

function Deactivate({ link }: { link: LinkResponse }) {
  const deactivate = useChange('POST /api/dashboard/payment-links/{id}/deactivate', {
    ask: () => ({ id: link.id }),
    done: () => 'Payment link deactivated.',
  });
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Deactivate</Button>}
      title="Deactivate this payment link?"
      description="The link permanently stops accepting payments. Existing payments can still be paid."
      confirm="Deactivate"
      dismiss="Keep link"
      busy={deactivate.isPending}
      onConfirm={(close) => deactivate.mutate(undefined, { onSettled: close })}
    />
  );
}

const SKELETON = (
  <DetailSkeleton figures={4}>
    <Skeleton className="h-72 w-72" />
  </DetailSkeleton>
);

/** Statuses in which the link is worth printing. A reserved link may open again. */
const TAKES_PAYMENTS: readonly LinkResponse['status'][] = ['open', 'reserved'];

function SharedLink({ link }: { link: LinkResponse }) {
  const { url } = link;
  return (
    <section aria-label="Address and QR code" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CopyablePageUrl url={url} copyLabel="Copy address of the page" what="the page" />
      <div className="qr-tile w-72 max-w-full">
        <Qr text={url} label={`QR code of ${url}`} />
      </div>
      {TAKES_PAYMENTS.includes(link.status) && (
        <div className="grid justify-items-start gap-2">
          <Button onClick={() => window.print()}>Print QR code</Button>
          <p className="text-ink-3 text-small">
            A sheet with the title, the amount and the code, for the counter or a poster.
          </p>
        </div>
      )}
      <PrintedSheet link={link} />
    </section>
  );
}

/** Printed for the counter, or as a poster. */
function PrintedSheet({ link }: { link: LinkResponse }) {
  const { merchant } = useFrame();
  return (
    <PrintSheet>
      <p className="print-sheet-merchant">{merchant.name}</p>
      <p className="print-sheet-title">{link.title}</p>
      {!link.free_amount && (
        <p className="print-sheet-amount">
          <LinkAmount link={link} />
        </p>
      )}
      <Qr text={link.url} label="" />
      <p>Scan to pay with Bitcoin</p>
      <p className="mono">{removeUrlScheme(link.url)}</p>
    </PrintSheet>
  );
}
