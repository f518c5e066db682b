'use client';

import { ActiveFilters } from './active-filters';
import type { FilterChange, Filters } from './filters';
import { useViews } from './saved-views';
import { SaveView, ViewMenu } from './view-menu';

interface Props {
  readonly open: boolean;
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

/**
 * The present filters, and what can be done with them. They appear with the first one, so they stand
 * below what sets them, which would move away from under the pointer otherwise.
 */
export function FilterBar({ open, filters, onChange }: Props) {
  const { search, current } = useViews({ filters });
  if (!open) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <ActiveFilters filters={filters} onChange={onChange} />
      <div className="ms-auto">
        {current ? <ViewMenu view={current} /> : <SaveView search={search} />}
      </div>
    </div>
  );
}
