import clsx from 'clsx';
import { Skeleton } from './skeleton';
import { type Column, Table } from './table';

interface Props {
  readonly caption: string;
  readonly columns: readonly Column<never>[];
  readonly rows?: number;
}

export function SkeletonTable({ caption, columns, rows = 10 }: Props) {
  return (
    <Table
      caption={caption}
      columns={columns.map(unloaded)}
      rows={Array.from({ length: rows }, (_, row) => row)}
      keyOf={String}
    />
  );
}

function unloaded(column: Column<never>, at: number): Column<number> {
  const width = at % 3 === 0 ? 'w-full min-w-8 max-w-24' : 'w-full min-w-8 max-w-16';
  const className = clsx(
    column.phone === 'select' ? 'w-4 pointer-coarse:w-5' : width,
    column.numeric && 'ms-auto',
  );
  return { ...column, cell: () => <Skeleton className={className} /> };
}
