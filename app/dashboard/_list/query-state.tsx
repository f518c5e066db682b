'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ErrorState, StaleDataWarning } from '@/app/_ui/error-state';
import { RelativeTime } from '@/app/_ui/time';
import { RequestError } from '../_data/request-error';

interface Props<T> {
  /** What is loaded, in words: "The deliveries". */
  readonly what: string;
  readonly query: UseQueryResult<T>;
  /** Shown while loading. It must be as large as the data, so that the page does not jump. */
  readonly skeleton: ReactNode;
  /**
   * A heading for screen readers while there is no data. Needed if the data contains the page's
   * heading.
   */
  readonly heading?: string;
  readonly children: (data: T) => ReactNode;
}

/**
 * Shows a query's loading state, error, or data. Loaded data stays visible when a later read fails.
 * Placeholder data is dimmed after 200 ms.
 */
export function QueryState<T>({ what, query, skeleton, heading, children }: Props<T>) {
  // Reading a query's property renders the component again when that property changes, so the time
  // of the last update is read only after an error.
  const { data, isPending, isError, isPlaceholderData, refetch } = query;
  const [error, forgetError] = useLastError(query);
  const slow = useSteady(isPending && !error);
  const title = heading && <h1 className="sr-only">{heading}</h1>;
  // After a failed read, placeholder data is hidden, because it would flicker.
  const isShown = data !== undefined && !(isPlaceholderData && error);
  if (isShown && !slow) {
    return (
      <div
        aria-busy={isPlaceholderData || undefined}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 aria-busy:opacity-50 aria-busy:transition-opacity aria-busy:delay-200"
      >
        {isError && (
          <StaleDataWarning>
            {what} could not be updated: {messageOf(error)}{' '}
            <span aria-live="off">
              Last updated <RelativeTime iso={new Date(query.dataUpdatedAt).toISOString()} />.
            </span>
          </StaleDataWarning>
        )}
        {children(data)}
      </div>
    );
  }
  if (error && !slow) {
    return (
      <>
        {title}
        <ErrorState
          title={`${what} could not be loaded.`}
          detail={messageOf(error)}
          requestId={error instanceof RequestError ? error.requestId : undefined}
          onRetry={() => {
            forgetError();
            void refetch();
          }}
        />
      </>
    );
  }
  return (
    <div aria-busy="true" className="min-h-80">
      {title}
      <p role="status" className="sr-only">
        Loading
      </p>
      {slow && skeleton}
    </div>
  );
}

/**
 * Returns a query's last error, and a function that hides it until the next error. The error stays
 * during automatic retries, because its message would otherwise flicker.
 */
function useLastError({ error, errorUpdateCount: count }: UseQueryResult) {
  const [last, setLast] = useState(error);
  const [forgotten, setForgotten] = useState(0);
  if (error && error !== last) setLast(error);
  return [error ?? (count > forgotten ? last : null), () => setForgotten(count)] as const;
}

function messageOf(error: unknown): string {
  return error instanceof RequestError ? error.message : 'Something went wrong. Reload the page.';
}

const DELAY_MS = 200;
const MIN_SHOWN_MS = 400;

/** Returns true after 200 ms of loading, and then for at least 400 ms, to prevent flicker. */
function useSteady(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    const wait = loading ? DELAY_MS : Math.max(0, since.current + MIN_SHOWN_MS - Date.now());
    const timer = setTimeout(() => {
      if (loading) since.current = Date.now();
      setShown(loading);
    }, wait);
    return () => clearTimeout(timer);
  }, [loading]);
  return shown;
}
