import type { ReactNode } from 'react';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { TriangleAlert } from './icons';
import { mainLandmark } from './main-landmark';

interface Props {
  /** A sentence such as "The payments could not be loaded." */
  readonly title: string;
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  readonly onRetry: () => void;
}

export function ErrorState({ title, detail, requestId, onRetry }: Props) {
  // The focused button disappears with the error, so the main content gets the focus.
  const retry = () => {
    mainLandmark()?.focus();
    onRetry();
  };
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 border-rule-5 border-y bg-surface px-4 py-10 sm:px-6"
    >
      <p className="text-failed text-section">{title}</p>
      {detail && <p className="max-w-reading text-ink-2">{detail}</p>}
      {requestId && (
        <p className="inline-flex items-center gap-1 text-ink-3 text-small">
          Request <span className="mono">{requestId}</span>
          <CopyButton text={requestId} label="Copy request id" />
        </p>
      )}
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

/**
 * A warning above data that may be stale. Put `aria-live="off"` on a changing time, because
 * otherwise screen readers would announce the bar every minute.
 */
export function StaleDataWarning({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="tone-pending flex items-center gap-2 rounded-control bg-(--tone-bg) px-3 py-2 font-medium text-(--tone) text-small"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span>{children}</span>
    </div>
  );
}
