'use client';

import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { Route } from 'next';
import Link from 'next/link';
import type { AnswerOf } from '../../_data/call-api';
import { viewQueries } from '../../_data/queries';
import { PAYMENTS } from '../../_frame/nav-items';
import { type Filters, isFiltered, searchOf } from './filters';
import { SaveView, ViewMenu } from './view-menu';

export type SavedViewsAnswer = AnswerOf<'GET /api/dashboard/views'>['data'];

interface Props {
  /** As they came with the page. */
  readonly initial: SavedViewsAnswer;
  readonly filters: Filters;
}

/** The user's saved filters, as tabs over the list, and what can be done with the present one. */
export function SavedViews({ initial, filters }: Props) {
  const query = useQuery({ ...viewQueries.list(), initialData: { data: initial } });
  const views = query.data.data;
  const search = searchOf({ ...filters, page: 1 });
  const current = views.find((view) => view.search === search);
  const filtered = isFiltered(filters);
  if (views.length === 0 && !filtered) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-b">
      {views.length > 0 && (
        <nav aria-label="Saved views" className="-mb-px min-w-0">
          <ul className="flex flex-wrap gap-x-5">
            <ViewLink href={PAYMENTS} current={!filtered}>
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
      )}
      {filtered && (
        <div className="ms-auto py-1">
          {current ? <ViewMenu view={current} /> : <SaveView search={search} />}
        </div>
      )}
    </div>
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
      <Link
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
      </Link>
    </li>
  );
}
