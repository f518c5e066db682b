'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { SheetRoot } from '@/app/_ui/dialog';
import { Select } from '@/app/_ui/field';
import { Download, SlidersHorizontal } from '@/app/_ui/icons';
import { Menu, MenuItem, MenuRoot, MenuTrigger } from '@/app/_ui/menu';
import { TIME_RANGES, type TimeRange } from '@/lib/domain/time-range';
import { FilterChips, RANGE_NAMES } from '../../_list/filters';
import { SearchBox } from '../../_list/search-box';
import { FilterSheet } from './filter-sheet';
import { type FilterChange, type Filters, searchOf } from './filters';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
  readonly onSearch: (text: string) => void;
  readonly total: number | undefined;
}

const CUSTOM = 'custom';

const CHIPS = [
  { value: 'all', label: 'All' },
  { value: 'unverified', label: 'Unverified' },
  { value: 'verified', label: 'Verified' },
] as const;

/** The filters above the list, and its export. */
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
        label="Search payments by reference, metadata, price, id, address or transaction"
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
      <SheetRoot open={open} onOpenChange={setOpen}>
        <FilterSheet filters={filters} onChange={onChange} total={total} />
      </SheetRoot>
    </div>
  );
}

function ExportMenu({ filters, disabled }: { filters: Filters; disabled: boolean }) {
  const search = searchOf({ ...filters, page: 1 });
  const href = (format: string) => `/api/dashboard/payments/export?${search}&format=${format}`;
  return (
    <MenuRoot>
      <MenuTrigger asChild>
        <Button disabled={disabled} className="sm:ms-auto">
          <Download aria-hidden />
          Export
        </Button>
      </MenuTrigger>
      <Menu>
        <MenuItem asChild>
          <a href={href('csv')} download>
            CSV, for spreadsheets
          </a>
        </MenuItem>
        <MenuItem asChild>
          <a href={href('json')} download>
            JSON, as in the API
          </a>
        </MenuItem>
      </Menu>
    </MenuRoot>
  );
}
