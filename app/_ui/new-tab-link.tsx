import { ExternalLink } from './icons';

interface Props {
  readonly href: string;
  /** The accessible name and tooltip of the link: "Open the payment page". */
  readonly label: string;
}

/** An icon that opens a page in a new tab, without a referrer. */
export function NewTabLink({ href, label }: Props) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      title={label}
      className="inline-flex size-7 shrink-0 items-center justify-center rounded-control text-ink-3 hover:bg-ledger hover:text-ink pointer-coarse:size-11"
    >
      <ExternalLink aria-hidden className="size-4" />
      <span className="sr-only">{label} in a new tab</span>
    </a>
  );
}
