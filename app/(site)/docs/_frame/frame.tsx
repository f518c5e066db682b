import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Library } from '../_library/library';
import { SearchBox } from '../_search/search-box';
import { type NavGroup, navigation } from './navigation';

interface Props {
  readonly library: Library;
  /** Path of the page shown. */
  readonly current: string;
  readonly children: ReactNode;
}

/** What stands around every page of the documentation: the search and the way to the others. */
export function Frame({ library, current, children }: Props) {
  const groups = navigation(library, current);
  return (
    <div className="py-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12 lg:py-10">
      <div className="lg:-ms-1 lg:sticky lg:top-6 lg:z-10 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:py-1 lg:ps-1 lg:pe-2">
        <SearchBox />
        <div className="mt-6 max-lg:hidden">
          <Navigation groups={groups} current={current} />
        </div>
        <details className="group mt-4 rounded-control border bg-surface lg:hidden">
          <summary className="flex min-h-11 list-none items-center justify-between px-3 font-medium [&::-webkit-details-marker]:hidden">
            All pages
            <ChevronDown aria-hidden className="size-4 text-ink-3 group-open:rotate-180" />
          </summary>
          <div className="border-t px-3 py-3">
            <Navigation groups={groups} current={current} />
          </div>
        </details>
      </div>
      <div className="min-w-0 max-lg:mt-8">{children}</div>
    </div>
  );
}

function Navigation({ groups, current }: { groups: readonly NavGroup[]; current: string }) {
  return (
    <nav aria-label="Documentation" className="space-y-5">
      {groups.map(({ title, links }) => (
        <div key={title}>
          <p className="text-head text-ink-3">{title}</p>
          <ul className="mt-1.5 border-s">
            {links.map(({ path, label }) => (
              <li key={path}>
                <a
                  href={path}
                  aria-current={path === current ? 'page' : undefined}
                  className="-ms-px block border-transparent border-s-2 py-1 ps-3 text-ink-2 wrap-anywhere -outline-offset-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink max-lg:py-2.5"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
