import { useEffect, useSyncExternalStore } from 'react';

/** The kind of loss on leaving the page: an unsent form, or a key that is shown only once. */
export type UnsavedKind = 'form' | 'key';

/** The kinds of unsaved input, by the component that has the input. */
const unsavedKinds = new Map<object, UnsavedKind>();

/** Whether leaving the page loses anything. */
export const hasUnsaved = () => unsavedKinds.size > 0;

/** Whether leaving the page loses a key that is shown only once. */
export const hasNewKey = () => [...unsavedKinds.values()].includes('key');

/** Allows leaving the page without another question. */
export const discardUnsaved = () => unsavedKinds.clear();

/** Asks for confirmation before anything that leaves the page loses unsaved input. */
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

/** A function that leaves the page, and the label of its button. */
export interface LeaveAction {
  readonly confirm: string;
  readonly go: () => void;
}

interface PendingQuestion extends LeaveAction {
  readonly loss: UnsavedKind;
}

let pendingQuestion: PendingQuestion | undefined;
const listeners = new Set<() => void>();

/** Leaves the page. Asks first if something would be lost. */
export function leave(leaving: LeaveAction): void {
  const [loss] = unsavedKinds.values();
  if (loss) ask({ ...leaving, loss });
  else leaving.go();
}

/** Whether a URL leads to the open page, whose forms are kept. */
export const isThisPage = (url: string) =>
  new URL(url, location.href).pathname === location.pathname;

/** Leaves for another page of the application. Asks first if something would be lost. */
export function leavePage(go: () => void): void {
  const discard = () => {
    discardUnsaved();
    go();
  };
  leave({ confirm: 'Leave', go: discard });
}

/** The pending question about unsaved changes, and a function that closes it. */
export function usePendingQuestion(): [PendingQuestion | undefined, () => void] {
  return [useSyncExternalStore(subscribe, () => pendingQuestion, notAsked), withdraw];
}

function ask(next: PendingQuestion | undefined): void {
  pendingQuestion = next;
  for (const tell of listeners) tell();
}

const withdraw = () => ask(undefined);
const notAsked = () => undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function holdPage(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

/**
 * Intercepts a click on a link before its other handlers, and clicks the link again if the user
 * leaves.
 */
function interceptLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || !hasUnsaved() || !leadsAway(link)) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  event.preventDefault();
  event.stopPropagation();
  leavePage(() => link.click());
}

/** Whether a link leads to another page of this site. For other sites, the browser asks. */
function leadsAway({ origin, href, target, download }: HTMLAnchorElement): boolean {
  const isElsewhere = origin === location.origin && !isThisPage(href);
  return isElsewhere && target !== '_blank' && !download;
}

/** Returns the Navigation API. Older browsers lack it, and lose the form on Back. */
const browserHistory = () => ('navigation' in window ? window.navigation : undefined);

/** Intercepts Back and Forward. Browsers allow this once per user interaction. */
function interceptBack(event: NavigateEvent): void {
  const { navigationType, cancelable, destination } = event;
  if (navigationType !== 'traverse' || !cancelable || !hasUnsaved()) return;
  if (isThisPage(destination.url)) return;
  event.preventDefault();
  leavePage(() => void window.navigation.traverseTo(destination.key));
}
