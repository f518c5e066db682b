'use client';

import { type ReactNode, useRef } from 'react';
import { NetworkChip } from '@/app/_ui/network';
import { useOnlyNetwork } from './frame';
import { useFocusAfterNavigation } from './use-focus-after-navigation';

interface Props {
  readonly title: ReactNode;
  /** Content next to the title. The default is the network's name if the merchant has only one. */
  readonly aside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function PageHead({ title, aside, actions, children }: Props) {
  const network = useOnlyNetwork();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterNavigation(heading);
  return (
    <header className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 ref={heading} tabIndex={-1} className="min-w-0 text-title wrap-anywhere">
            {title}
          </h1>
          {aside ?? (network && <NetworkChip network={network} />)}
        </div>
        {actions && (
          // On phones, a plain button's text is aligned with the title above it.
          <div className="flex flex-wrap items-center gap-2 max-sm:[&>.btn-plain:first-child]:-ms-2.5">
            {actions}
          </div>
        )}
      </div>
      {children && <div className="max-w-reading text-ink-2">{children}</div>}
    </header>
  );
}
