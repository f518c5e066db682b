import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What it does: its name for screen readers, and its tooltip. */
  readonly label: string;
}

/** A button with an icon only; at least 24 px to hit, 44 on touch. */
export function IconButton({ label, className, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-control text-ink-3',
        'transition-colors duration-120 ease-standard hover:bg-ledger hover:text-ink',
        'pointer-coarse:size-11 [&>svg]:size-4',
        className,
      )}
      {...rest}
    />
  );
}
