'use client';

import { GroupedNumber } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { ChevronLeft, ChevronRight } from '@/app/_ui/icons';

interface Props {
  /** Needed only if the page has several lists. */
  readonly label?: string;
  readonly pagination: {
    readonly total: number;
    readonly limit: number;
    readonly offset: number;
    readonly has_more: boolean;
  };
  /** Page numbers begin at 1. */
  readonly onPage: (page: number) => void;
}

/** Shows "1 to 50 of 214", with buttons for the previous and the next page. */
export function Pager({ label = 'Pages', pagination, onPage }: Props) {
  const { total, limit, offset, has_more: more } = pagination;
  const page = Math.floor(offset / limit) + 1;
  return (
    <nav aria-label={label} className="flex min-h-9 flex-wrap items-center justify-between gap-3">
      <p className="text-ink-2">
        <GroupedNumber value={Math.min(offset + 1, total)} /> to{' '}
        <GroupedNumber value={Math.min(offset + limit, total)} /> of <GroupedNumber value={total} />
      </p>
      {(page > 1 || more) && (
        <div className="flex gap-2">
          <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
            <ChevronLeft aria-hidden />
            Previous
          </Button>
          <Button size="small" disabled={!more} onClick={() => onPage(page + 1)}>
            Next
            <ChevronRight aria-hidden />
          </Button>
        </div>
      )}
    </nav>
  );
}
