import { CopyButton } from '@/app/_ui/copy-button';
import { NewTabLink } from '@/app/_ui/new-tab-link';

interface Props {
  readonly url: string;
  /** The copied text, for screen readers: "Copy payment link". */
  readonly copyLabel: string;
  /** The page at the address: "the payment page". */
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
      <NewTabLink href={url} label={`Open ${what}`} />
    </div>
  );
}

/** Returns a URL without its scheme, as people write it. */
export const shortUrl = (url: string) => url.replace(/^https?:\/\//, '');
