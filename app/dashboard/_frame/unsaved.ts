import { useEffect } from 'react';
import { createSharedValue } from '@/app/_ui/shared-value';

/** What leaving the page would lose: an unsent form, or an API key that is shown only once. */
export type UnsavedKind = 'form' | 'key';

/** The components with unsaved input. */
const unsavedKinds = new Map<object, UnsavedKind>();

export const hasUnsavedInput = () => unsavedKinds.size > 0;

export const hasUnsavedKey = () => [...unsavedKinds.values()].includes('key');

/** Lets the user leave the page without a confirmation. */
export const discardUnsaved = () => unsavedKinds.clear();

export function useLeaveWarning(isUnsaved: boolean, loss: UnsavedKind = 'form'): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = {};
    unsavedKinds.set(holder, loss);
    addEventListener('beforeunload', holdPage);
    addEventListener('click', interceptLink, true);
    browserHistory()?.addEventListener('navigate', interceptBack);
    return () => {
      unsavedKinds.delete(holder);
      if (unsavedKinds.size > 0) return;
      removeEventListener('beforeunload', holdPage);
      removeEventListener('click', interceptLink, true);
      browserHistory()?.removeEventListener('navigate', interceptBack);
    };
  }, [isUnsaved, loss]);
}

export interface LeaveAction {
  readonly confirm: string;
  readonly go: () => void;
}

interface PendingQuestion extends LeaveAction {
  readonly loss: UnsavedKind;
}

const pendingQuestion = createSharedValue<PendingQuestion | undefined>(undefined);

/** Runs `leaving.go`, but asks first if there is unsaved input. */
export function confirmUnsavedThenRun(leaving: LeaveAction): void {
  const [loss] = unsavedKinds.values();
  if (loss) pendingQuestion.set({ ...leaving, loss });
  else leaving.go();
}

/** Whether a URL leads to the open page. Opening such a URL keeps the forms of the page. */
export const isThisPage = (url: string) =>
  new URL(url, location.href).pathname === location.pathname;

/** Opens another page of the application, but asks first if there is unsaved input. */
export function confirmUnsavedThenLeave(go: () => void): void {
  const discard = () => {
    discardUnsaved();
    go();
  };
  confirmUnsavedThenRun({ confirm: 'Leave', go: discard });
}

/** The pending question about unsaved changes, and a function that closes it. */
export function usePendingLeaveQuestion(): [PendingQuestion | undefined, () => void] {
  return [pendingQuestion.useValue(), withdraw];
}

const withdraw = () => pendingQuestion.set(undefined);

function holdPage(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}

/**
 * Stops a click on a link before other handlers see it. If the user confirms leaving, clicks the
 * link again.
 */
function interceptLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || !hasUnsavedInput() || !leadsAway(link)) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  event.stopPropagation();
  confirmUnsavedThenLeave(() => link.click());
}

/** Whether a link leads to another page of this site. For other sites, the browser asks. */
function leadsAway({ origin, href, target, download }: HTMLAnchorElement): boolean {
  const isElsewhere = origin === location.origin && !isThisPage(href);
  return isElsewhere && target !== '_blank' && !download;
}

/** Older browsers lack the Navigation API, so Back loses an unsent form without a question. */
const browserHistory = () => ('navigation' in window ? window.navigation : undefined);

/** Intercepts Back and Forward. Browsers allow this once per user interaction. */
function interceptBack(event: NavigateEvent): void {
  const { navigationType, cancelable, destination } = event;
  if (navigationType !== 'traverse' || !cancelable || !hasUnsavedInput()) return;
  if (isThisPage(destination.url)) return;
  event.preventDefault();
  confirmUnsavedThenLeave(() => void window.navigation.traverseTo(destination.key));
}
