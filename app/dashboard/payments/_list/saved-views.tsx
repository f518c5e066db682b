'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Route } from 'next';
import { IntentLink } from '@/app/_ui/intent-link';
import { savedViewQueries } from '../../_data/queries';
import { PAYMENTS } from '../../_frame/paths';
import { type Filters, isFiltered, paymentListSearch } from './filters';

interface Props {
  readonly filters: Filters;
}

/** Returns the user's views, and the one that matches the active filters. */
export function useViews({ filters }: Props) {
  const views = useQuery(savedViewQueries.list()).data?.data ?? [];
  const search = paymentListSearch({ ...filters, page: 1 });
  return { views, search, current: views.find((view) => view.search === search) };
}

export function SavedViews(props: Props) {
  const { views, current } = useViews(props);
  if (views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="border-b">
      <ul className="-mb-px flex flex-wrap gap-x-5">
        <ViewLink href={PAYMENTS} current={!isFiltered(props.filters)}>
          All payments
        </ViewLink>
        {views.map((view) => (
          <ViewLink
            key={view.id}
            href={`${PAYMENTS}?${view.search}` as Route}
            current={view.id === current?.id}
          >
            {view.name}
          </ViewLink>
        ))}
      </ul>
    </nav>
  );
}

interface ViewLinkProps {
  readonly href: Route;
  readonly current: boolean;
  readonly children: string;
}

function ViewLink({ href, current, children }: ViewLinkProps) {
  return (
    <li>
      <IntentLink
        href={href}
        prefetch={false}
        aria-current={current ? 'page' : undefined}
        className={clsx(
          'inline-flex min-h-9 items-center border-b-2 px-0.5 font-medium wrap-anywhere pointer-coarse:min-h-11',
          'transition-colors duration-120 ease-standard hover:text-ink',
          current ? 'border-accent text-ink' : 'border-transparent text-ink-2',
        )}
      >
        {children}
      </IntentLink>
    </li>
  );
}
