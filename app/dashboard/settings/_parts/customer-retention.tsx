'use client';

import { useChange } from '../../_data/use-change';
import { SelectForm } from './select-form';

const DAYS = [30, 90, 180, 365, 730, 3_650];

/** Chooses how long customers' data is kept after a payment has ended. */
export function CustomerRetention({ current }: { current: number | null }) {
  const change = useChange('PATCH /api/dashboard/settings/customer-retention', {
    ask: (days: string) => ({ body: { days: days === '' ? null : Number(days) } }),
    done: () => 'Customer retention changed.',
  });
  const choices = [...new Set([...DAYS, ...(current === null ? [] : [current])])];
  return (
    <SelectForm
      label="Erase customers"
      hint="When to permanently erase the customer’s name, e-mail address, reference and notes after a payment ends. Amounts and your own data stay."
      saved={current === null ? '' : String(current)}
      change={change}
      what="customer retention"
    >
      <option value="">Only manually</option>
      {choices
        .sort((a, b) => a - b)
        .map((count) => (
          <option key={count} value={count}>
            {`After ${count} days`}
          </option>
        ))}
    </SelectForm>
  );
}
