import clsx from 'clsx';
import type { ComponentProps } from 'react';

export function ChoiceChip({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label
      className={clsx(
        'inline-flex min-h-9 cursor-pointer items-center rounded-control border border-rule-strong bg-surface px-3 font-medium text-ink-2',
        'transition-colors duration-120 ease-standard not-has-checked:hover:bg-sunken pointer-coarse:min-h-11',
        'has-checked:border-accent has-checked:bg-accent-tint has-checked:text-accent',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        className,
      )}
    >
      <input {...input} type="radio" className="sr-only" />
      {children}
    </label>
  );
}
