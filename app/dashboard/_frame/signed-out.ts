import { toast } from '@/app/_ui/toast';
import { isSignedOut } from '../_data/request-failed';
import { hasNewKey, hasUnsaved } from './unsaved';

const SIGNED_OUT = 'You are signed out.';

/** Whether somebody is typing, or has. */
const isInUse = () =>
  hasUnsaved() || document.querySelector('[role="dialog"], form :focus') !== null;

/**
 * Has the user sign in, to return to this page, when the session has ended: at once, unless that would
 * lose what was typed. In another tab nothing is lost.
 */
export function signInAgain(error: Error): void {
  if (!isSignedOut(error)) return;
  const { pathname, search } = window.location;
  const href = `/sign-in?callbackUrl=${encodeURIComponent(pathname + search)}`;
  if (isInUse()) {
    toast.error(SIGNED_OUT, {
      description: hasNewKey()
        ? 'The new API key stays here. Store it before you leave this tab.'
        : 'What you have typed stays here. Come back to this tab to send it.',
      link: { href, label: 'Sign in in a new tab' },
    });
    // Who comes back may have signed in. Else the next read says so again.
    const seen = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', seen);
      withdrawSignedOut();
    };
    document.addEventListener('visibilitychange', seen);
  } else window.location.assign(href);
}

export const withdrawSignedOut = () => toast.withdraw(SIGNED_OUT);
