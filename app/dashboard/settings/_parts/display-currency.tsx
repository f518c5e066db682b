'use client';

import { Field, Select } from '@/app/_ui/field';
import { overviewQueries } from '../../_data/overview-queries';
import { frameQuery } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { CurrencyOptions } from '../../_form/currency-options';

/** The currency in which the merchant adds up, saved when it is chosen. */
export function DisplayCurrency({ current }: { current: string | null }) {
  const change = useChange('PATCH /api/dashboard/settings/display-currency', {
    ask: (currency: string) => ({ body: { currency: currency || null } }),
    changes: [frameQuery().queryKey, overviewQueries.all()],
    done: () => 'Display currency changed.',
  });
  return (
    <Field
      label="Display currency"
      hint="The overview shows in it what was confirmed, beside satoshis. The rate is noted at each confirmation, so payments from before count only if their price is in this currency."
      className="max-w-96"
    >
      <Select
        value={change.isPending ? change.variables : (current ?? '')}
        onChange={(event) => change.mutate(event.target.value)}
      >
        <CurrencyOptions sats={{ value: '', label: 'None: satoshis alone' }} />
      </Select>
    </Field>
  );
}
