'use client';

import { useQuery } from '@tanstack/react-query';
import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { Sheet, SheetClose, SheetRoot } from '@/app/_ui/dialog';
import { Checkbox, Field, Input, Select } from '@/app/_ui/field';
import { isNetwork } from '@/lib/domain/network';
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from '@/lib/domain/payment';
import { keyQueries } from '../../_data/queries';
import { useFrame } from '../../_frame/frame';
import { CheckGroup } from './check-group';
import { type FilterChange, type Filters, FLAG_LABELS, NO_FILTERS, STATUS_LABELS } from './filters';
import { SatsField } from './sats-field';
import { WorklistFields } from './worklist-fields';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
  readonly total: number | undefined;
}

interface SheetProps extends Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** All filters of the list. Each applies at once. */
export function FilterSheet({ filters, onChange, total, open, onOpenChange }: SheetProps) {
  return (
    <SheetRoot open={open} onOpenChange={onOpenChange}>
      <Sheet title="Filters">
        <div className="grid gap-6">
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
          <WorklistFields filters={filters} onChange={onChange} />
          <KeyAndAmountFields filters={filters} onChange={onChange} />
          <CreatedFields filters={filters} onChange={onChange} />
          <div className="flex flex-wrap justify-between gap-2 border-t pt-4">
            <Button variant="plain" onClick={() => onChange(NO_FILTERS)}>
              Clear filters
            </Button>
            <SheetClose asChild>
              <Button variant="primary">
                Show {total === undefined ? 'payments' : <Amount sats={total} unit={false} />}
                {total !== undefined && (total === 1 ? ' payment' : ' payments')}
              </Button>
            </SheetClose>
          </div>
        </div>
      </Sheet>
    </SheetRoot>
  );
}

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
      <div className="grid grid-cols-2 gap-3">
        <SatsField
          label="At least (sat)"
          value={filters.min}
          onChange={(min) => onChange({ min })}
        />
        <SatsField
          label="At most (sat)"
          value={filters.max}
          onChange={(max) => onChange({ max })}
        />
      </div>
    </div>
  );
}

function CreatedFields({ filters, onChange }: Omit<Props, 'total'>) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">Created</legend>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="From">
          <Input
            type="datetime-local"
            step={1}
            value={toLocalInput(filters.from)}
            onChange={({ target }) => onChange({ from: fromLocalInput(target.value), range: null })}
          />
        </Field>
        <Field label="To">
          <Input
            type="datetime-local"
            step={1}
            value={toLocalInput(filters.to)}
            onChange={({ target }) => onChange({ to: fromLocalInput(target.value), range: null })}
          />
        </Field>
      </div>
      <p className="text-ink-3 text-small">In your time zone, including both ends.</p>
    </fieldset>
  );
}

/** Unix seconds as the value of a datetime-local field: "2026-03-01T14:30:00", local time. */
function toLocalInput(seconds: number | null): string {
  if (seconds === null) return '';
  const at = new Date(seconds * 1000);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19);
}

/** Null when the field is empty or incomplete. */
function fromLocalInput(text: string): number | null {
  const at = new Date(text).getTime();
  return Number.isNaN(at) || at < 0 ? null : Math.floor(at / 1000);
}
