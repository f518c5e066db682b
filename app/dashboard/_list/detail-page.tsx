'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Skeleton } from '@/app/_ui/skeleton';
import { isNotFoundError } from '../_data/request-error';
import { BackLink } from '../_frame/back-link';
import { QueryState } from './query-state';

interface ParentPage {
  readonly href: Route;
  readonly label: string;
}

interface Props<T> {
  /** Such as "Payment link" or "API key". */
  readonly what: string;
  /** If the object does not exist, the query's data is null or its error has status 404. */
  readonly query: UseQueryResult<T | null>;
  readonly skeleton: ReactNode;
  readonly back: ParentPage;
  /** Linked if the object does not exist. */
  readonly all: ParentPage;
  readonly missing: string;
  readonly children: (data: T) => ReactNode;
}

/** The page of one object, with a link back, or a note if the object does not exist. */
export function DetailPage<T>(props: Props<T>) {
  const { what, query, skeleton, back, all, missing, children } = props;
  // Lowercases a capital only before a small letter, so that "API key" keeps its capitals.
  const inSentence = what.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  const isNone = query.data === null || isNotFoundError(query.error);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BackLink {...back} />
      {isNone ? (
        <>
          <h1 className="sr-only">{what}</h1>
          <EmptyState
            title={`${what} not found`}
            action={<ButtonLink href={all.href}>{all.label}</ButtonLink>}
          >
            {missing}
          </EmptyState>
        </>
      ) : (
        <QueryState what={`The ${inSentence}`} query={query} skeleton={skeleton} heading={what}>
          {(data) => data !== null && children(data)}
        </QueryState>
      )}
    </div>
  );
}

interface SkeletonProps {
  readonly figures: number;
  /** The skeleton of the content below the title and the figures. */
  readonly children: ReactNode;
}

export function DetailSkeleton({ figures, children }: SkeletonProps) {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-7 w-64" />
      <div className="flex flex-wrap gap-12 border-rule-5 border-y bg-surface px-5 py-4">
        {Array.from({ length: figures }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <div key={place} className="grid gap-2 py-1">
            <Skeleton className="w-20" />
            <Skeleton className="h-5 w-24" />
          </div>
        ))}
      </div>
      {children}
    </div>
  );
}
