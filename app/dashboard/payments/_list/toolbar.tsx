'use client';

import { useState } from 'react';
import { Button, buttonClasses } from '@/app/_ui/button';
import { Select } from '@/app/_ui/field';
import { Download, SlidersHorizontal } from '@/app/_ui/icons';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { MenuButton } from '@/app/_ui/menu-button';
import { TIME_RANGES, type TimeRange } from '@/lib/domain/time-range';
import { FilterChips, RANGE_NAMES } from '../../_list/filters';
import { SearchBox } from '../../_list/search-box';
import { type FilterChange, type Filters, paymentListSearch } from './filters';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
  readonly onSearch: (text: string) => void;
  readonly total: number | undefined;
}

const FilterSheet = loadOnFirstOpen(async () => (await import('./filter-sheet')).FilterSheet);

const CUSTOM = 'custom';

const CHIPS = [
  { value: 'all', label: 'All' },
  { value: 'unverified', label: 'Open' },
  { value: 'verified', label: 'Confirmed' },
] as const;

export function Toolbar({ filters, onChange, onSearch, total }: Props) {
  const [open, setOpen] = useState(false);
  const isCustom = filters.from !== null || filters.to !== null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterChips
        label="Confirmation"
        value={filters.filter ?? 'all'}
        choices={CHIPS}
        onChoose={(value) => onChange({ filter: value === 'all' ? null : value })}
      />
      <SearchBox
        label="Search payments by reference, customer, description, metadata, price, id, address or transaction"
        placeholder="Reference, id, address …"
        value={filters.q ?? ''}
        onSearch={onSearch}
      />
      <Select
        aria-label="Created"
        className="max-w-44 flex-1 basis-36"
        value={isCustom ? CUSTOM : (filters.range ?? '')}
        onChange={({ target: { value } }) => {
          if (value === CUSTOM) setOpen(true);
          else onChange({ range: (value || null) as TimeRange | null, from: null, to: null });
        }}
      >
        <option value="">Any time</option>
        {TIME_RANGES.map((range) => (
          <option key={range} value={range}>
            {RANGE_NAMES[range]}
          </option>
        ))}
        <option value={CUSTOM}>Custom range…</option>
      </Select>
      <Button onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden />
        Filters
      </Button>
      <ExportMenu filters={filters} disabled={total === 0} />
      <FilterSheet
        filters={filters}
        onChange={onChange}
        total={total}
        open={open}
        onOpenChange={setOpen}
      />
    </div>
  );
}

function ExportMenu({ filters, disabled }: { filters: Filters; disabled: boolean }) {
  const search = paymentListSearch({ ...filters, page: 1 });
  const href = (format: string) => `/api/dashboard/payments/export?${search}&format=${format}`;
  return (
    <MenuButton
      disabled={disabled}
      className={buttonClasses({ className: 'sm:ms-auto' })}
      entries={[
        { label: 'CSV, for spreadsheets', download: href('csv') },
        { label: 'JSON, for developers', download: href('json') },
      ]}
    >
      <Download aria-hidden />
      Export
    </MenuButton>
  );
}
