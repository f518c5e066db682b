import { ExternalLink } from 'lucide-react';
import { CopyButton } from '@/app/_ui/copy-button';
import type { PaymentAnswer } from '@/lib/http/answers/payment';
import { Section } from './section';

/** The page that the customer sees. */
export function PaymentLink({ payment: { checkout_url: url } }: { payment: PaymentAnswer }) {
  return (
    <Section title="Payment link">
      <div className="flex items-center gap-1 rounded-control border bg-surface ps-3 pe-1">
        <span className="mono min-w-0 flex-1 truncate text-small" title={url}>
          {url.replace(/^https?:\/\//, '')}
        </span>
        <CopyButton text={url} label="Copy payment link" />
        <a
          href={url}
          target="_blank"
          rel="noopener"
          title="Open the payment page"
          className="inline-flex size-7 items-center justify-center rounded-control text-ink-3 hover:bg-ledger hover:text-ink pointer-coarse:size-11"
        >
          <ExternalLink aria-hidden className="size-4" />
          <span className="sr-only">Open the payment page in a new tab</span>
        </a>
      </div>
      <p className="text-ink-3 text-small">
        Send it to your customer. It shows the address, the QR code and how the payment is doing.
      </p>
    </Section>
  );
}
