import { CopyButton } from '@/app/_ui/copy-button';
import { ExternalLink } from '@/app/_ui/icons';

interface Props {
  readonly url: string;
  /** What the button copies, for screen readers: "Copy payment link". */
  readonly copyLabel: string;
  /** What the address leads to: "the payment page". */
  readonly what: string;
}

/** The address of a page for customers, to copy and to open. */
export function PageAddress({ url, copyLabel, what }: Props) {
  return (
    <div className="flex items-center gap-1 rounded-control border bg-surface ps-3 pe-1">
      <span className="mono min-w-0 flex-1 truncate text-small" title={url}>
        {shortUrl(url)}
      </span>
      <CopyButton text={url} label={copyLabel} />
      <a
        href={url}
        target="_blank"
        rel="noopener"
        title={`Open ${what}`}
        className="inline-flex size-7 items-center justify-center rounded-control text-ink-3 hover:bg-ledger hover:text-ink pointer-coarse:size-11"
      >
        <ExternalLink aria-hidden className="size-4" />
        <span className="sr-only">Open {what} in a new tab</span>
      </a>
    </div>
  );
}

/** A URL as people write it, without its scheme. */
export const shortUrl = (url: string) => url.replace(/^https?:\/\//, '');
