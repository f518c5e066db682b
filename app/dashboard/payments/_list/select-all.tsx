import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { CellCheckbox } from './cell-checkbox';
import type { Selection } from './use-selection';

interface SelectAllProps {
  readonly payments: readonly PaymentResponse[];
  readonly selection: Selection;
}

/** Selects every payment on the page. */
export function SelectAll({ payments, selection: { chosen, onChangeAll } }: SelectAllProps) {
  const count = payments.filter(({ id }) => chosen.has(id)).length;
  return (
    <CellCheckbox
      label="Select all payments on this page"
      checked={count === payments.length}
      partly={count > 0 && count < payments.length}
      onChange={onChangeAll}
    />
  );
}
