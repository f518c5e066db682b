import clsx from 'clsx';
import { findNeighbour, type Item, type Node } from 'fumadocs-core/page-tree';
import type { ReactNode } from 'react';
import { ArrowLeft, ArrowRight } from '@/app/_ui/icons';
import { docsSource } from './source';

/** On a page of the API reference or the error codes, the pages of the same folder come first. */
export function Nav({ current }: { current: string }) {
  const { children } = docsSource().getPageTree();
  const opened = children.flatMap((node) =>
    node.type === 'folder' && `${current}/`.startsWith(`${node.index?.url}/`) ? node.children : [],
  );
  return (
    <nav aria-label="Documentation" className="space-y-5">
      {groupsOf([...opened, ...children]).map(([title, links]) => (
        <div key={String(title)}>
          <p className="text-head text-ink-3">{title}</p>
          <ul className="mt-1.5 border-s">
            {links.map(({ url, name }) => (
              <li key={url}>
                <a
                  href={url}
                  aria-current={url === current ? 'page' : undefined}
                  className="-ms-px block border-transparent border-s-2 py-1 ps-3 text-ink-2 wrap-anywhere -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink max-lg:py-2.5"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Groups the pages by the separator above them. A folder is shown as a link to its index page. */
function groupsOf(nodes: readonly Node[]): [title: ReactNode, links: Item[]][] {
  const groups = new Map<ReactNode, Item[]>();
  let links: Item[] = [];
  for (const node of nodes) {
    const link = node.type === 'folder' ? node.index : node;
    if (link?.type === 'separator') {
      links = groups.get(link.name) ?? [];
      groups.set(link.name, links);
    } else if (link) links.push(link);
  }
  return [...groups];
}

export function PreviousNextLinks({ current }: { current: string }) {
  const { previous, next } = findNeighbour(docsSource().getPageTree(), current);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next page" className="mt-12 flex flex-wrap gap-3 text-ui">
      {[previous, next].map(
        (page) =>
          page && (
            <a
              key={page.url}
              href={page.url}
              className="flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control border px-3 py-2 hover:border-ink-3"
            >
              {page === previous && <ArrowLeft aria-hidden className={ARROW} />}
              <span className={clsx('min-w-0 wrap-anywhere', page === next && 'grow text-end')}>
                <span className="block text-ink-3 text-small">
                  {page === next ? 'Next' : 'Previous'}
                </span>
                {page.name}
              </span>
              {page === next && <ArrowRight aria-hidden className={ARROW} />}
            </a>
          ),
      )}
    </nav>
  );
}

const ARROW = 'size-4 shrink-0 text-ink-3';
