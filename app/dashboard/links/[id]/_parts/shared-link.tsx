'use client';

import { Button } from '@/app/_ui/button';
import { PrintSheet } from '@/app/_ui/print-sheet';
import { Qr } from '@/app/_ui/qr';
import type { LinkAnswer } from '@/lib/http/answers/link';
import { useFrame } from '../../../_frame/frame';
import { PageAddress, shortUrl } from '../../../_frame/page-address';
import { LinkAmount } from '../../_parts/link-words';

/** Worth printing: a reserved one may become open again. */
const TAKES_PAYMENTS: readonly LinkAnswer['status'][] = ['open', 'reserved'];

/** The address of the link's page and its QR code, to send and to print. */
export function SharedLink({ link }: { link: LinkAnswer }) {
  const { url } = link;
  return (
    <section aria-label="Address and QR code" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageAddress url={url} copyLabel="Copy address of the page" what="the page" />
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

/** For the counter, or a poster. */
function PrintedSheet({ link }: { link: LinkAnswer }) {
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
      <p className="mono">{shortUrl(link.url)}</p>
    </PrintSheet>
  );
}
