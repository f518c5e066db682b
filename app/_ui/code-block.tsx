import clsx from 'clsx';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';

interface Props {
  readonly code: string;
  /** The accessible name of the copy button and of the scrolling region, such as "curl command". */
  readonly label: string;
  /** Whether long lines wrap and the box scrolls vertically, instead of scrolling horizontally. */
  readonly wrap?: boolean;
  readonly className?: string | undefined;
  /** The code with colored tokens; defaults to plain text. */
  readonly children?: ReactNode;
}

export function CodeBlock({ code, label, wrap = false, className, children }: Props) {
  return (
    <div
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-start rounded-control bg-ledger',
        className,
      )}
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className={clsx('rounded-control', wrap ? 'max-h-72 overflow-y-auto' : 'overflow-x-auto')}
      >
        <pre
          className={clsx(
            'mono text-ink text-small',
            wrap ? 'wrap-anywhere whitespace-pre-wrap p-3' : 'p-4',
          )}
        >
          {children ?? <code>{code}</code>}
        </pre>
      </section>
      <CopyButton text={code} label={`Copy ${label}`} className="m-2" />
    </div>
  );
}
