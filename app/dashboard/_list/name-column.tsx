import type { Route } from 'next';
import type { Column } from '@/app/_ui/table';
import { RowLink } from './row-link';

/**
 * The first column of a list: each row's name, truncated to the column's width, as a link to the
 * row's page.
 */
export function nameColumn<T>(
  head: string,
  of: (row: T) => { readonly href: Route; readonly name: string },
): Column<T> {
  return {
    head,
    phone: 'first-start',
    cellClassName: 'max-w-72 sm:max-lg:max-w-40',
    cell(row) {
      const { href, name } = of(row);
      return (
        <RowLink
          href={href}
          className="block truncate font-medium text-accent hover:underline"
          title={name}
        >
          {name}
        </RowLink>
      );
    },
  };
}
