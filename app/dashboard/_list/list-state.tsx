'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '@/app/_ui/error-state';
import { RelativeTime } from '@/app/_ui/relative-time';
import { StaleBar } from '@/app/_ui/stale-bar';
import { useSteady } from '@/app/_ui/use-steady';
import { RequestFailed } from '../_data/request-failed';

interface Props<T> {
  /** What it is about: "The deliveries". */
  readonly what: string;
  readonly query: UseQueryResult<T>;
  /** Rows of the final height. */
  readonly skeleton: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/**
 * A list in all its states: on its way, failed, there, and there but old. What was loaded once
 * stays in view, whatever happens to the next answer.
 */
export function ListState<T>({ what, query, skeleton, children }: Props<T>) {
  const { data, error, isPending, isError, dataUpdatedAt, refetch } = query;
  const slow = useSteady(isPending);
  if (data !== undefined && !slow) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isError && (
          <StaleBar>
            {what} could not be updated: {messageOf(error)} Last updated{' '}
            <RelativeTime iso={new Date(dataUpdatedAt).toISOString()} />.
          </StaleBar>
        )}
        {children(data)}
      </div>
    );
  }
  if (isError && !slow) {
    return (
      <ErrorState
        title={`${what} could not be loaded.`}
        detail={messageOf(error)}
        requestId={error instanceof RequestFailed ? error.requestId : undefined}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div aria-busy="true" className="min-h-80">
      <p role="status" className="sr-only">
        {what} are loading.
      </p>
      {slow && skeleton}
    </div>
  );
}

/** What to tell of an error that a query met. */
export function messageOf(error: unknown): string {
  return error instanceof RequestFailed ? error.message : 'Something went wrong in this page.';
}
