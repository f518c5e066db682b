'use client';

interface Props {
  readonly error: Error & { digest?: string };
  readonly retry: () => void;
}

/** Shown if a page without a frame could not be loaded. */
export default function ErrorPage({ error, retry }: Props) {
  return (
    <main id="main" className="mx-auto max-w-[27rem] px-4 pt-10 pb-16 sm:pt-20">
      <div role="alert" className="grid gap-6 rounded-slip border bg-surface p-6 sm:p-8">
        <div className="grid gap-2 text-body text-ink-2">
          <h1 className="text-ink text-title">This page could not be loaded</h1>
          {error.digest && (
            <p>
              This is a server error. The server’s log has details under{' '}
              <span className="mono">{error.digest}</span>.
            </p>
          )}
          <p>Payments are not affected.</p>
        </div>
        {/* Button is not imported here, because every page includes this component. */}
        <button type="button" className="btn btn-quiet" onClick={retry}>
          Try again
        </button>
      </div>
    </main>
  );
}
