import type { Item, Node } from 'fumadocs-core/page-tree';
import { findNeighbour } from 'fumadocs-core/page-tree';
import { ArrowLeft, ArrowRight } from '@/app/_ui/icons';
import { docsSource } from './source';

/** The navigation. It lists the pages of the reference or the error codes only inside them. */
export function Nav({ current }: { current: string }) {
  return (
    <nav aria-label="Documentation" className="space-y-5">
      {groupsOf(current).map(([title, links]) => (
        <div key={title}>
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

/** The groups and their pages; the groups of the current folder come first. */
function groupsOf(current: string): [title: string, links: Item[]][] {
  const groups = new Map<string, Item[]>();
  const opened = new Set<string>();
  const collect = (nodes: readonly Node[], inside: boolean) => {
    let title = '';
    for (const node of nodes) {
      if (node.type === 'separator') title = String(node.name);
      const link = node.type === 'folder' ? node.index : node.type === 'page' ? node : undefined;
      if (!link) continue;
      groups.set(title, [...(groups.get(title) ?? []), link]);
      const isOpen = node.type === 'folder' && `${current}/`.startsWith(`${link.url}/`);
      if (isOpen || inside) opened.add(title);
      if (isOpen) collect(node.children, true);
    }
  };
  collect(docsSource().getPageTree().children, false);
  const all = [...groups];
  return [
    ...all.filter(([title]) => opened.has(title)),
    ...all.filter(([title]) => !opened.has(title)),
  ];
}

const WAY =
  'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control border px-3 py-2 hover:border-ink-3';

/** Links to the previous and next page. Error pages have none: readers look them up. */
export function Neighbours({ current }: { current: string }) {
  if (current.startsWith('/docs/errors/')) return null;
  const { previous, next } = findNeighbour(docsSource().getPageTree(), current);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next page" className="mt-12 flex flex-wrap gap-3 text-ui">
      {previous && (
        <a href={previous.url} className={WAY}>
          <ArrowLeft aria-hidden className="size-4 shrink-0 text-ink-3" />
          <span>
            <span className="block text-ink-3 text-small">Previous</span>
            {previous.name}
          </span>
        </a>
      )}
      {next && (
        <a href={next.url} className={`${WAY} justify-end text-end`}>
          <span>
            <span className="block text-ink-3 text-small">Next</span>
            {next.name}
          </span>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-3" />
        </a>
      )}
    </nav>
  );
}
