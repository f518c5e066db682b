import clsx from 'clsx';
import { Skeleton } from './skeleton';
import { Cell, type Column, ColumnHeads, Row, Table, TableBody } from './table';

interface Props {
  readonly caption: string;
  /** Those of the table that loads. */
  readonly columns: readonly Column[];
  readonly rows?: number;
}

/** A table while its rows load. */
export function SkeletonTable({ caption, columns, rows = 10 }: Props) {
  return (
    <Table caption={caption}>
      <ColumnHeads columns={columns} />
      <TableBody>
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <Row key={row}>
            {columns.map(({ head, numeric, className }, at) => (
              <Cell key={head} phone={PHONE_PLACES[at]} className={className}>
                <Skeleton
                  className={clsx(
                    'w-full min-w-8',
                    at % 3 === 0 ? 'max-w-24' : 'max-w-16',
                    numeric && 'ms-auto',
                  )}
                />
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const PHONE_PLACES = ['first-start', 'first-end', 'second-start', 'second-end'] as const;
