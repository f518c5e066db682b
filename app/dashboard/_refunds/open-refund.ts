'use client';

import { useSyncExternalStore } from 'react';

/** One refund to record or continue, or several to pay with one transaction. */
type ShownRefundDialog =
  | { readonly kind: 'one'; readonly paymentId: string; readonly refundId?: string | undefined }
  | { readonly kind: 'several' };

let current: ShownRefundDialog | undefined;
const listeners = new Set<() => void>();

/**
 * Opens a refund dialog, or closes it. `RefundHost` renders the dialog, because recording a refund
 * removes the row or button that opened it.
 */
export function setRefundDialog(dialog: ShownRefundDialog | undefined): void {
  current = dialog;
  for (const listener of listeners) listener();
}

export function useRefundDialog(): ShownRefundDialog | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
    () => undefined,
  );
}
