import type { ReactNode } from 'react';
import { ChevronRight } from '@/app/_ui/icons';

interface Props {
  readonly label?: string;
  readonly children: ReactNode;
}

/** Rarely used fields, collapsed until the user or `revealField` opens them. */
export function CollapsedFields({ label = 'More', children }: Props) {
  return (
    <details className="group border-y py-1">
      <summary className="flex min-h-11 items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform duration-120 ease-standard group-open:rotate-90 motion-reduce:transition-none"
        />
        {label}
      </summary>
      <div className="grid gap-5 pt-2 pb-5">{children}</div>
    </details>
  );
}
