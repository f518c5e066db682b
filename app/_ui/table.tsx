import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface TableProps {
  /** The table's name for screen readers. */
  readonly caption: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A table. On a phone each row becomes a block of two or three lines, placed by the cells' `phone`. */
export function Table({ caption, children, className }: TableProps) {
  return (
    <table className={clsx('ledger-table', className)}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />;
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr {...props} />;
}

interface HeadCellProps extends ComponentProps<'th'> {
  readonly numeric?: boolean | undefined;
}

export function HeadCell({ numeric, className, ...rest }: HeadCellProps) {
  return <th scope="col" className={clsx(numeric && 'text-end', className)} {...rest} />;
}

/** A column as its head and its skeleton show it. */
export interface Column {
  readonly head: string;
  readonly numeric?: boolean | undefined;
  /** Its width, and the widths of the page that hide it. */
  readonly className?: string | undefined;
}

/** The head of a table with these columns. */
export function ColumnHeads({ columns }: { columns: readonly Column[] }) {
  return (
    <TableHead>
      {columns.map(({ head, numeric, className }) => (
        <HeadCell key={head} numeric={numeric} className={className}>
          {head}
        </HeadCell>
      ))}
    </TableHead>
  );
}

interface CellProps extends ComponentProps<'td'> {
  readonly numeric?: boolean | undefined;
  /**
   * The place in the form on a phone: at an end of the first or second line, as the third line, or
   * beside both lines. Without one the cell is hidden there.
   */
  readonly phone?:
    | 'first-start'
    | 'first-end'
    | 'second-start'
    | 'second-end'
    | 'third'
    | 'select'
    | undefined;
}

export function Cell({ numeric, phone, className, ...rest }: CellProps) {
  return (
    <td
      data-phone={phone ?? 'hidden'}
      className={clsx(numeric && 'text-end tabular-nums whitespace-nowrap', className)}
      {...rest}
    />
  );
}
