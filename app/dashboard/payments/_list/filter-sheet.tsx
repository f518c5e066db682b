'use client';

import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useRef, useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { Sheet, SheetClose, SheetRoot } from '@/app/_ui/dialog';
import { Checkbox, Field, Select } from '@/app/_ui/field';
import { isNetwork } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { parseTypedSats } from '../../_data/parse-typed-sats';
import { endpointQueries, keyQueries } from '../../_data/queries';
import { useFrame } from '../../_frame/frame';
import { MomentRangeFields } from '../../_list/moment-range-fields';
import { applyTypedFilter, TypedFilterField } from '../../_list/typed-filter-field';
import { CheckGroup } from './check-group';
import { ColumnsField } from './columns-field';
import { type FilterChange, type Filters, FLAG_LABELS, NO_FILTERS, STATUS_LABELS } from './filters';
import { InboxFilterFields } from './inbox-filter-fields';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
  readonly total: number | undefined;
}

interface SheetProps extends Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * Applies each filter immediately. While a field has invalid text, only the second attempt closes
 * the sheet.
 */
export function FilterSheet({ filters, onChange, total, open, onOpenChange }: SheetProps) {
  const form = useRef<HTMLDivElement>(null);
  const hasRefused = useRef(false);
  const [timesCleared, setTimesCleared] = useState(0);
  const onWish = (wish: boolean) => {
    const wrong = wish ? null : applyTypedFilter(form.current);
    const refuses = wrong !== null && !hasRefused.current;
    hasRefused.current = refuses;
    if (refuses) wrong.focus();
    else onOpenChange(wish);
  };
  const clear = () => {
    onChange(NO_FILTERS);
    setTimesCleared(timesCleared + 1);
  };
  return (
    <SheetRoot open={open} onOpenChange={onWish}>
      <Sheet title="Filters">
        <div ref={form} className="grid gap-6">
          <CheckGroup
            legend="Status"
            labels={STATUS_LABELS}
            all={PAYMENT_STATUSES}
            chosen={filters.status ?? []}
            onChange={(status) => onChange({ status })}
          />
          <CheckGroup
            legend="Flags"
            labels={FLAG_LABELS}
            all={PAYMENT_FLAGS}
            chosen={filters.flags ?? []}
            onChange={(flags) => onChange({ flags })}
          />
          <Checkbox
            label="Webhook failed"
            checked={filters.webhook === 'failed'}
            onChange={({ target }) => onChange({ webhook: target.checked ? 'failed' : null })}
          />
          <InboxFilterFields filters={filters} onChange={onChange} />
          <div key={timesCleared} className="grid gap-6">
            <KeyAndAmountFields filters={filters} onChange={onChange} />
            <EndpointField filters={filters} onChange={onChange} />
            <CreatedFields filters={filters} onChange={onChange} />
            <ConfirmedFields filters={filters} onChange={onChange} />
            <ColumnsField filters={filters} onChange={onChange} />
          </div>
          <div className="flex flex-wrap justify-between gap-2 border-t pt-4">
            <Button variant="plain" onMouseDown={keepFocus} onClick={clear}>
              Clear filters
            </Button>
            <SheetClose asChild>
              <Button variant="primary" onMouseDown={keepFocus}>
                <span>
                  Show {total === undefined ? 'payments' : <Amount sats={total} unit={false} />}
                  {total !== undefined && (total === 1 ? ' payment' : ' payments')}
                </span>
              </Button>
            </SheetClose>
          </div>
        </div>
      </Sheet>
    </SheetRoot>
  );
}

/**
 * Keeps the focus in the field when a button is pressed, because an error that appears on blur
 * could move the button away from the pointer.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function KeyAndAmountFields({ filters, onChange }: Omit<Props, 'total'>) {
  const { chains } = useFrame();
  const keys = useQuery(keyQueries.list()).data?.data ?? [];
  return (
    <div className="grid gap-4">
      {keys.length > 1 && (
        <Field label="API key">
          <Select
            value={filters.key ?? ''}
            onChange={({ target }) => onChange({ key: target.value || null })}
          >
            <option value="">All keys</option>
            {keys.map(({ id, name, state }) => (
              <option key={id} value={id}>
                {state === 'active' ? name : `${name} (${state})`}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {chains.length > 1 && (
        <Field label="Network">
          <Select
            value={filters.network ?? ''}
            onChange={({ target: { value } }) =>
              onChange({ network: isNetwork(value) ? value : null })
            }
          >
            <option value="">All networks</option>
            {chains.map(({ network }) => (
              <option key={network}>{network}</option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid grid-cols-2 items-start gap-3">
        <TypedFilterField
          {...SATS}
          label="At least (sat)"
          text={String(filters.min ?? '')}
          onChange={(min) => onChange({ min })}
        />
        <TypedFilterField
          {...SATS}
          label="At most (sat)"
          text={String(filters.max ?? '')}
          onChange={(max) => onChange({ max })}
        />
      </div>
    </div>
  );
}

const SATS = {
  inputMode: 'numeric',
  className: 'tabular-nums',
  read: parseTypedSats,
  rule: 'Enter a whole number of satoshis, without a point or comma.',
} as const;

interface CreatedFieldsProps {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

function CreatedFields({ filters, onChange }: CreatedFieldsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Created</legend>
      <MomentRangeFields
        from={filters.from}
        to={filters.to}
        onChange={(change) => onChange({ ...change, range: null })}
      />
      <p className="text-ink-3 text-small">
        Times are in your time zone. Both limits are included.
      </p>
    </fieldset>
  );
}

function ConfirmedFields({ filters, onChange }: CreatedFieldsProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Confirmed</legend>
      <MomentRangeFields
        days
        from={filters.confirmed_from}
        to={filters.confirmed_to}
        onChange={({ from, to }) =>
          onChange({
            ...(from !== undefined && { confirmed_from: from }),
            ...(to !== undefined && { confirmed_to: to }),
          })
        }
      />
    </fieldset>
  );
}

function EndpointField({ filters, onChange }: CreatedFieldsProps) {
  const endpoints = useQuery(endpointQueries.list('limit=100')).data?.data ?? [];
  if (endpoints.length < 2) return null;
  return (
    <Field label="Webhook endpoint">
      <Select
        value={filters.endpoint ?? ''}
        onChange={({ target }) => onChange({ endpoint: target.value || null })}
      >
        <option value="">All endpoints</option>
        {endpoints.map(({ id, url }) => (
          <option key={id} value={id}>
            {url}
          </option>
        ))}
      </Select>
    </Field>
  );
}
