import { ExternalLink } from './icons';

interface Props {
  readonly href: string;
  readonly label: string;
}

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
