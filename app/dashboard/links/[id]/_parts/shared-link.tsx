'use client';

import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { ExternalLink } from '@/app/_ui/icons';
import { PrintSheet } from '@/app/_ui/print-sheet';
import { Qr } from '@/app/_ui/qr';
import type { LinkAnswer } from '@/lib/http/answers/link';
import { useFrame } from '../../../_frame/frame';
import { LinkAmount } from '../../_parts/link-words';

const shown = (url: string) => url.replace(/^https?:\/\//, '');

/** The address of the link's page and its QR code, to send and to print. */
export function SharedLink({ link }: { link: LinkAnswer }) {
  const { url } = link;
  return (
    <section aria-label="Address and QR code" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-center gap-1 rounded-control border bg-surface ps-3 pe-1">
        <span className="mono min-w-0 flex-1 truncate text-small" title={url}>
          {shown(url)}
        </span>
        <CopyButton text={url} label="Copy address of the page" />
        <a
          href={url}
          target="_blank"
          rel="noopener"
          title="Open the page"
          className="inline-flex size-7 items-center justify-center rounded-control text-ink-3 hover:bg-ledger hover:text-ink pointer-coarse:size-11"
        >
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">Open the page in a new tab</span>
        </a>
      </div>
      <div className="qr-tile w-72 max-w-full">
        <Qr text={url} label={`QR code of ${url}`} />
      </div>
      <div className="grid justify-items-start gap-2">
        <Button onClick={() => window.print()}>Print QR code</Button>
        <p className="text-ink-3 text-small">
          A sheet with the title, the amount and the code, for the counter or a poster.
        </p>
      </div>
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
      <p className="mono">{shown(link.url)}</p>
    </PrintSheet>
  );
}
