import type { Route } from 'next';
import { Cell } from '@/app/_ui/table';
import { RowLink } from './row-link';

/** The first cell of a row: its name, cut to the column, which leads to its page. */
export function NameCell({ href, name }: { href: Route; name: string }) {
  return (
    <Cell phone="first-start" className="max-w-72 sm:max-lg:max-w-40">
      <RowLink
        href={href}
        className="block truncate font-medium text-accent hover:underline"
        title={name}
      >
        {name}
      </RowLink>
    </Cell>
  );
}
