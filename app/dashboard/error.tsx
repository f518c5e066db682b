'use client';

import { ErrorState } from '@/app/_ui/error-state';

interface Props {
  readonly error: Error & { digest?: string };
  readonly retry: () => void;
}

export default function DashboardError({ error, retry }: Props) {
  return (
    <>
      <h1 className="sr-only">Error</h1>
      <ErrorState
        title="This page could not be loaded."
        detail={
          error.digest && 'This is a server error. The server’s log has details under this id.'
        }
        requestId={error.digest}
        onRetry={retry}
      />
    </>
  );
}
