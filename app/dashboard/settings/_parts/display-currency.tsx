'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Select } from '@/app/_ui/field';
import { overviewQueries } from '../../_data/overview-queries';
import { frameQuery } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { CurrencyOptions } from '../../_form/currency-options';
import { useUnsaved } from '../../_frame/unsaved';

/** The currency in which the merchant adds up. */
export function DisplayCurrency({ current }: { current: string | null }) {
  const saved = current ?? '';
  const [chosen, setChosen] = useState<string>();
  const change = useChange('PATCH /api/dashboard/settings/display-currency', {
    ask: (currency: string) => ({ body: { currency: currency || null } }),
    changes: [frameQuery().queryKey, overviewQueries.all()],
    done: () => 'Display currency changed.',
  });
  const currency = chosen ?? saved;
  useUnsaved(currency !== saved);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(currency, {
      onSuccess: () => setChosen((now) => (now === currency ? undefined : now)),
    });
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label="Display currency"
        hint="The overview shows confirmed amounts in this currency too, beside satoshis. The rate is noted at each confirmation, so earlier payments count only if their price is in this currency."
        className="min-w-0 grow basis-56"
      >
        <Select value={currency} onChange={(event) => setChosen(event.target.value)}>
          <CurrencyOptions sats={{ value: '', label: 'None: satoshis alone' }} />
        </Select>
      </Field>
      <Button type="submit" busy={change.isPending} disabled={currency === saved} className="mt-6">
        Save<span className="sr-only"> the display currency</span>
      </Button>
    </form>
  );
}
