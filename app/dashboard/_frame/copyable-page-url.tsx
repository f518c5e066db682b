import { CopyButton } from '@/app/_ui/copy-button';
import { NewTabLink } from '@/app/_ui/new-tab-link';

interface Props {
  readonly url: string;
  /** The copy button's accessible name: "Copy payment link". */
  readonly copyLabel: string;
  /** What the URL leads to, in a sentence: "the payment page". */
  readonly what: string;
}

export function CopyablePageUrl({ url, copyLabel, what }: Props) {
  return (
    <div className="flex items-center gap-1 rounded-control border bg-surface ps-3 pe-1">
      <span className="mono min-w-0 flex-1 truncate text-small" title={url}>
        {removeUrlScheme(url)}
      </span>
      <CopyButton text={url} label={copyLabel} />
      <NewTabLink href={url} label={`Open ${what}`} />
    </div>
  );
}

/** Removes the scheme, as people write URLs. */
export const removeUrlScheme = (url: string) => url.replace(/^https?:\/\//, '');
