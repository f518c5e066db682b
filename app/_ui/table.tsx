import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface Column<T> {
  readonly head: string;
  /** Replaces the text of `head` on the screen. */
  readonly headShown?: ReactNode;
  readonly cell: (row: T) => ReactNode;
  readonly numeric?: boolean;
  /**
   * Where phones show the cell: at the start or end of the first or second line, on the third or
   * last line, or (`select`) beside both lines. If absent, phones hide the column.
   */
  readonly phone?:
    | 'first-start'
    | 'first-end'
    | 'second-start'
    | 'second-end'
    | 'third'
    | 'last'
    | 'select';
  readonly className?: string;
  readonly cellClassName?: string;
}

interface Props<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  readonly isSelected?: (row: T) => boolean | undefined;
}

/** On a phone, each row becomes a block of two or three lines. `Column.phone` places the cells. */
export function Table<T>({ caption, columns, rows, keyOf, isSelected }: Props<T>) {
  return (
    <table className="ledger-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ head, headShown = head, numeric, className }) => (
            <th key={head} scope="col" className={clsx(numeric && 'text-end', className)}>
              {headShown}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} aria-selected={isSelected?.(row)}>
            {columns.map(({ head, cell, numeric, phone = 'hidden', className, cellClassName }) => (
              <td
                key={head}
                data-phone={phone}
                className={clsx(
                  numeric && 'text-end tabular-nums whitespace-nowrap',
                  className,
                  cellClassName,
                )}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function actionsColumn<T>(cell: Column<T>['cell']): Column<T> {
  const headShown = <span className="sr-only">Actions</span>;
  return { head: 'Actions', headShown, cell, numeric: true, phone: 'second-end' };
}
