import clsx from 'clsx';
import type { ReactNode } from 'react';

interface Props {
  readonly tone: 'failed' | 'idle';
  readonly children: ReactNode;
}

/** What the server has to say above a form. */
export function Notice({ tone, children }: Props) {
  return (
    <p
      role={tone === 'failed' ? 'alert' : 'status'}
      className={clsx(
        'rounded-control px-3 py-2',
        tone === 'failed' ? 'bg-failed-bg text-failed' : 'bg-idle-bg text-idle',
      )}
    >
      {children}
    </p>
  );
}
