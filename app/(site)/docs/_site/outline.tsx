'use client';

import { AnchorProvider, TOCItem, type TOCItemType } from 'fumadocs-core/toc';

export function Outline({ items }: { items: readonly TOCItemType[] }) {
  return (
    <AnchorProvider toc={[...items]}>
      <nav
        aria-label="On this page"
        className="max-xl:hidden xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto"
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
