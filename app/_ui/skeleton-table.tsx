import type { ReactNode } from 'react';
import { Skeleton } from './skeleton';
import { Table, TableBody } from './table';

interface Props {
  readonly caption: string;
  /** The head of the table that loads. */
  readonly head: ReactNode;
  readonly rows?: number;
  readonly columns: number;
}

/** A table while its rows load. */
export function SkeletonTable({ caption, head, rows = 10, columns }: Props) {
  return (
    <Table caption={caption}>
      {head}
      <TableBody>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <tr key={row}>
            {Array.from({ length: columns }, (_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
              <td key={column} data-phone={PHONE_PLACES[column] ?? 'hidden'}>
                <Skeleton
                  className={`w-full min-w-8 ${column % 3 === 0 ? 'max-w-24' : 'max-w-16'}`}
                />
              </td>
            ))}
          </tr>
        ))}
      </TableBody>
    </Table>
  );
}

const PHONE_PLACES = ['first-start', 'first-end', 'second-start', 'second-end'];
