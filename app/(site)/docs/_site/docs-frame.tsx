import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ChevronDown } from '@/app/_ui/icons';
import { Nav } from './nav';
import './prose.css';
import { SearchBox } from './search-box';

interface Props {
  readonly current: string;
  readonly query?: string;
  readonly children: ReactNode;
}

export function DocsFrame({ current, query, children }: Props) {
  return (
    <div className="py-6 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-12 lg:py-10">
      <div className="lg:-ms-1 lg:sticky lg:top-6 lg:z-10 lg:max-h-[calc(100dvh-3rem)] lg:self-start lg:overflow-y-auto lg:py-1 lg:ps-1 lg:pe-2">
        <SearchBox asked={query} />
        <div className="mt-6 max-lg:hidden">
          <Nav current={current} />
        </div>
        <Disclosure title="All pages" className="mt-4 lg:hidden">
          <Nav current={current} />
        </Disclosure>
      </div>
      <div className="min-w-0 max-lg:mt-8">{children}</div>
    </div>
  );
}

interface DisclosureProps {
  readonly title: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Narrow screens show the content only when the user opens it. */
export function Disclosure({ title, className, children }: DisclosureProps) {
  return (
    <details className={clsx('group rounded-control border bg-surface', className)}>
      <summary className="flex min-h-11 list-none items-center justify-between px-3 font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-4 text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="border-t p-3">{children}</div>
    </details>
  );
}
