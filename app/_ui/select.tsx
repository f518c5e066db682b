'use client';

import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { CONTROL_CLASSES } from './control-classes';
import { useFieldProps } from './field';

/** The browser's own list: it works with every keyboard, phone and screen reader. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldProps();
  return (
    <span className={clsx('relative inline-block w-full', className)}>
      <select {...field} className={clsx(CONTROL_CLASSES, 'appearance-none pe-9')} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3"
      />
    </span>
  );
}
