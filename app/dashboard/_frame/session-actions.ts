import { useMutation } from '@tanstack/react-query';
import { toast } from '@/app/_ui/toast';
import { callApi } from '../_data/call-api';
import { isSignedOutError } from '../_data/request-error';
import { PAYMENTS } from './paths';
import { confirmUnsavedThenRun, discardUnsaved } from './unsaved';

interface Merchant {
  readonly id: string;
  readonly name: string;
}

/** Returns actions that switch the merchant and sign out. They ask before unsaved input is lost. */
export function useSessionActions() {
  const change = useMutation({
    mutationFn: (merchantId: string) =>
      callApi('POST /api/dashboard/session/merchant', { body: { merchant_id: merchantId } }),
    // Loads the document again, because all data on the page belongs to the previous merchant.
    onSuccess: () => load(PAYMENTS),
    onError: sayWhy,
  });
  const end = useMutation({
    mutationFn: () => callApi('DELETE /api/dashboard/session', {}),
    onSuccess: () => load('/sign-in'),
    onError: sayWhy,
  });
  return {
    switchTo: ({ id, name }: Merchant) =>
      confirmUnsavedThenRun({ confirm: `Switch to ${name}`, go: () => change.mutate(id) }),
    signOut: () => confirmUnsavedThenRun({ confirm: 'Sign out', go: () => end.mutate() }),
  };
}

function sayWhy(error: Error): void {
  if (!isSignedOutError(error)) toast.error(error.message);
}

function load(path: string): void {
  discardUnsaved();
  window.location.assign(path);
}
