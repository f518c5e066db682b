import { useEffect, useSyncExternalStore } from 'react';

/** What leaving the page would lose: an unsent form, or a key that is shown only once. */
export type UnsavedKind = 'form' | 'key';

/** The kinds of unsaved input, by the component that has the input. */
const unsavedKinds = new Map<object, UnsavedKind>();

/** Whether leaving the page loses anything. */
export const hasUnsaved = () => unsavedKinds.size > 0;

/** Whether leaving the page would lose a key that is shown only once. */
export const hasNewKey = () => [...unsavedKinds.values()].includes('key');

/** Forgets all unsaved input, so that leaving the page no longer asks for confirmation. */
export const discardUnsaved = () => unsavedKinds.clear();

/** While there is unsaved input, asks for confirmation before the user leaves the page. */
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

/** Whether a URL leads to the page that is already open. Its forms are then kept. */
export const isThisPage = (url: string) =>
  new URL(url, location.href).pathname === location.pathname;

/** Opens another page of the application. Asks first if something would be lost. */
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
 * Stops a click on a link before other handlers get it. If the user confirms leaving the page,
 * clicks the link again.
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

/**
 * Whether a link leads to another page of this site. Before another site opens, the browser asks.
 */
function leadsAway({ origin, href, target, download }: HTMLAnchorElement): boolean {
  const isElsewhere = origin === location.origin && !isThisPage(href);
  return isElsewhere && target !== '_blank' && !download;
}

/** Returns the Navigation API. Older browsers lack it, and lose the form on Back. */
const browserHistory = () => ('navigation' in window ? window.navigation : undefined);

/** Intercepts Back and Forward. A browser allows one interception per interaction of the user. */
function interceptBack(event: NavigateEvent): void {
  const { navigationType, cancelable, destination } = event;
  if (navigationType !== 'traverse' || !cancelable || !hasUnsaved()) return;
  if (isThisPage(destination.url)) return;
  event.preventDefault();
  leavePage(() => void window.navigation.traverseTo(destination.key));
}
