import { CopyButton } from '@/app/_ui/copy-button';

interface Props {
  /** What it is: "request body". */
  readonly label: string;
  readonly text: string;
}

/** A body as text and nothing else: whatever a stranger sent, none of it becomes markup. */
export function BodyText({ label, text }: Props) {
  if (text === '') return <p className="text-ink-3 text-small">The body is empty.</p>;
  return (
    <div className="relative rounded-control bg-ledger">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="max-h-72 overflow-y-auto rounded-control"
      >
        <pre className="mono wrap-anywhere whitespace-pre-wrap p-3 pe-12 text-small">{text}</pre>
      </section>
      <CopyButton text={text} label={`Copy ${label}`} className="absolute end-1.5 top-1.5" />
    </div>
  );
}
