import { useEffect, useSyncExternalStore } from 'react';

/** What is lost by leaving the page: an unsent form, or a key that is shown only once. */
export type UnsavedKind = 'form' | 'key';

/** The kinds of unsaved input, by the component that has the input. */
const held = new Map<object, UnsavedKind>();

/** Whether leaving the page loses anything. */
export const hasUnsaved = () => held.size > 0;

/** Whether leaving the page loses a key that is shown only once. */
export const hasNewKey = () => [...held.values()].includes('key');

/** Allows leaving the page without another question. */
export const discardUnsaved = () => held.clear();

/** Asks for confirmation before anything that leaves the page loses unsaved input. */
export function useLeaveWarning(isUnsaved: boolean, loss: UnsavedKind = 'form'): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const holder = {};
    held.set(holder, loss);
    addEventListener('beforeunload', holdPage);
    addEventListener('click', holdLink, true);
    browserHistory()?.addEventListener('navigate', holdBack);
    return () => {
      held.delete(holder);
      if (held.size > 0) return;
      removeEventListener('beforeunload', holdPage);
      removeEventListener('click', holdLink, true);
      browserHistory()?.removeEventListener('navigate', holdBack);
    };
  }, [isUnsaved, loss]);
}

/** How to leave the page, and the label of that button. */
export interface LeaveAction {
  readonly confirm: string;
  readonly go: () => void;
}

interface PendingQuestion extends LeaveAction {
  readonly loss: UnsavedKind;
}

let asked: PendingQuestion | undefined;
const listeners = new Set<() => void>();

/** Leaves the page. Asks first if something would be lost. */
export function leave(leaving: LeaveAction): void {
  const [loss] = held.values();
  if (loss) ask({ ...leaving, loss });
  else leaving.go();
}

/** Whether a URL leads to the open page, whose forms are kept. */
export const isThisPage = (url: string) =>
  new URL(url, location.href).pathname === location.pathname;

/** Leaves for another page of the application; asks first if something would be lost. */
export function leavePage(go: () => void): void {
  const discard = () => {
    discardUnsaved();
    go();
  };
  leave({ confirm: 'Leave', go: discard });
}

/** The pending question about unsaved changes, and a function that closes it. */
export function useAsked(): [PendingQuestion | undefined, () => void] {
  return [useSyncExternalStore(subscribe, () => asked, notAsked), withdraw];
}

function ask(next: PendingQuestion | undefined): void {
  asked = next;
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
function holdLink(event: MouseEvent): void {
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
function holdBack(event: NavigateEvent): void {
  const { navigationType, cancelable, destination } = event;
  if (navigationType !== 'traverse' || !cancelable || !hasUnsaved()) return;
  if (isThisPage(destination.url)) return;
  event.preventDefault();
  leavePage(() => void window.navigation.traverseTo(destination.key));
}
