'use client';

import { useCallback, useRef, useState } from 'react';
import { refreshSelection, type SelectedPayments, selectRange } from '@/lib/domain/chosen-payments';
import type { InboxReason } from '@/lib/domain/worklist';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';

export interface Selection {
  readonly chosen: SelectedPayments;
  /** @param isRange whether to change all rows from the previously changed one to this one */
  readonly onChange: (id: string, chosen: boolean, isRange: boolean) => void;
  readonly onChangeAll: (chosen: boolean) => void;
  readonly clear: () => void;
}

/**
 * Returns the selected payments, over all pages of the list.
 *
 * @param reasons the inbox reasons by which the list is filtered; null without such a filter
 */
export function useSelection(
  payments: readonly PaymentResponse[],
  reasons: readonly InboxReason[] | null,
): Selection {
  const [chosen, setChosen] = useState<SelectedPayments>(new Map());
  const last = useRef<string>(undefined);
  const rows = payments.map(({ id, reference, received_sats: received, status, flags }) => {
    return { id, name: reference ?? id, received, status, flags, listedReasons: reasons };
  });
  // A selected payment that is no longer in the list keeps its last known state.
  const [shown, setShown] = useState(payments);
  if (shown !== payments) {
    setShown(payments);
    setChosen(refreshSelection(chosen, rows));
  }
  const set = (from: string, to: string, isChosen: boolean) =>
    setChosen((before) => selectRange(before, rows, { from, to, chosen: isChosen }));
  return {
    chosen,
    onChange(id, isChosen, isRange) {
      set((isRange && last.current) || id, id, isChosen);
      last.current = id;
    },
    onChangeAll: (isChosen) => set(rows[0]?.id ?? '', rows.at(-1)?.id ?? '', isChosen),
    clear: useCallback(() => setChosen(new Map()), []),
  };
}
