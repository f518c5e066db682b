'use client';

import { AnchorProvider, TOCItem } from 'fumadocs-core/toc';
import { ChevronDown } from '@/app/_ui/icons';
import type { OutlineItem } from '../_compile/compiled-page';

interface Props {
  readonly items: readonly OutlineItem[];
}

/** The outline beside a page on wide screens; marks the part in view. */
export function Outline({ items }: Props) {
  if (items.length === 0) return null;
  return (
    <AnchorProvider toc={[...items]}>
      <nav
        aria-label="On this page"
        className="max-xl:hidden xl:sticky xl:top-6 xl:col-start-2 xl:row-start-1 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto"
      >
        <p className="text-head text-ink-3">On this page</p>
        <ul className="mt-1.5 border-s">
          {items.map(({ url, title }) => (
            <li key={url}>
              <TOCItem
                href={url}
                className="-ms-px block border-transparent border-s-2 py-1 ps-3 text-ink-2 -outline-offset-2 hover:text-ink data-[active=true]:border-accent data-[active=true]:text-ink"
              >
                {title}
              </TOCItem>
            </li>
          ))}
        </ul>
      </nav>
    </AnchorProvider>
  );
}

interface FoldedProps extends Props {
  readonly className?: string;
}

/** The outline above a page on narrow screens, folded. */
export function FoldedOutline({ items, className = '' }: FoldedProps) {
  if (items.length === 0) return null;
  return (
    <details className={`group mb-6 rounded-control border bg-surface ${className}`}>
      <summary className="flex min-h-11 list-none items-center justify-between px-3 font-medium [&::-webkit-details-marker]:hidden">
        On this page
        <ChevronDown aria-hidden className="size-4 text-ink-3 group-open:rotate-180" />
      </summary>
      <ul className="border-t px-3 py-2">
        {items.map(({ url, title }) => (
          <li key={url}>
            <a href={url} className="block rounded-badge py-2 text-ink-2 hover:text-ink">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
