'use client';

import { createSharedValue } from '@/app/_ui/shared-value';

/** One refund to record or continue, or several to pay with one transaction. */
type ShownRefundDialog =
  | { readonly kind: 'one'; readonly paymentId: string; readonly refundId?: string | undefined }
  | { readonly kind: 'several' };

const shown = createSharedValue<ShownRefundDialog | undefined>(undefined);

/**
 * Opens or closes a refund dialog. `RefundHost` renders the dialog, because recording a refund
 * removes the row or button that opened it.
 */
export const setRefundDialog = shown.set;

export const useRefundDialog = shown.useValue;
