'use client';

import { useSyncExternalStore } from 'react';
import { useChange } from '../../_data/use-change';
import { CurrencyOptions } from '../../_form/currency-options';
import { SelectForm } from './select-form';

export function DisplayCurrency({ current }: { current: string | null }) {
  const change = useChange('PATCH /api/dashboard/settings/display-currency', {
    ask: (currency: string) => ({ body: { currency: currency || null } }),
    done: () => 'Display currency changed.',
  });
  return (
    <SelectForm
      id="display-currency"
      label="Display currency"
      hint="Home shows what you earned in this currency, with satoshis beneath. The rate is stored at each confirmation. Earlier payments count only if they were priced in this currency."
      saved={current ?? ''}
      change={change}
      what="the display currency"
    >
      <CurrencyOptions sats={{ value: '', label: 'None (satoshis only)' }} />
    </SelectForm>
  );
}

const NO_ZONES: readonly string[] = [];
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
const subscribe = () => () => {};

export function TimeZoneSetting({ current }: { current: string | null }) {
  const change = useChange('PATCH /api/dashboard/settings/time-zone', {
    ask: (zone: string) => ({ body: { time_zone: zone || null } }),
    done: () => 'Time zone changed.',
  });
  // The server and the browser may know different time zones.
  const zones = useSyncExternalStore(
    subscribe,
    () => ZONES,
    () => NO_ZONES,
  );
  return (
    <SelectForm
      id="time-zone"
      label="Time zone"
      hint="The days on Home and in reports begin at midnight in this time zone, for every member."
      saved={current ?? ''}
      change={change}
      what="the time zone"
    >
      <option value="">Each member’s own</option>
      {[...new Set([...(current === null ? [] : [current]), ...zones])].map((zone) => (
        <option key={zone}>{zone}</option>
      ))}
    </SelectForm>
  );
}
