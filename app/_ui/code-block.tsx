import clsx from 'clsx';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

interface Props {
  readonly code: string;
  /** What the copy button and the scrolling region are called: "curl command". */
  readonly label: string;
  readonly className?: string | undefined;
  /** The code with its tokens coloured; the plain text where there is none. */
  readonly children?: ReactNode;
}

/** Code on ledger paper with a button that copies it. Long lines scroll; the keyboard can too. */
export function CodeBlock({ code, label, className, children }: Props) {
  return (
    <div className={clsx('relative rounded-control bg-ledger', className)}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-control"
      >
        <pre className="mono p-4 pe-12 text-ink text-small">{children ?? <code>{code}</code>}</pre>
      </section>
      <CopyButton text={code} label={`Copy ${label}`} className="absolute end-2 top-2 bg-ledger" />
    </div>
  );
}
