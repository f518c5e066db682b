'use client';

import { ActiveFilters } from './active-filters';
import { FilterSums } from './filter-sums';
import type { FilterChange, Filters } from './filters';
import { useViews } from './saved-views';
import { SaveView, ViewMenu } from './view-menu';

interface Props {
  readonly open: boolean;
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

/**
 * Appears with the first filter. It is below the controls, because it would otherwise push them
 * away from the pointer.
 */
export function FilterBar({ open, filters, onChange }: Props) {
  const { search, current } = useViews({ filters });
  if (!open) return null;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <ActiveFilters filters={filters} onChange={onChange} />
        <div className="ms-auto">
          {current ? <ViewMenu view={current} /> : <SaveView search={search} />}
        </div>
      </div>
      <FilterSums filters={filters} />
    </div>
  );
}
