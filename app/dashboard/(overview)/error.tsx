'use client';

import { ErrorState } from '@/app/_ui/error-state';

interface Props {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}

export default function OverviewError({ error, reset }: Props) {
  return (
    <ErrorState
      title="The overview could not be loaded."
      detail="This is a server error. The server’s log has details under this id."
      requestId={error.digest}
      onRetry={reset}
    />
  );
}
