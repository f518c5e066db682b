'use client';

import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { CONTROL_CLASSES } from './control-classes';
import { useFieldProps } from './field';

interface Props extends ComponentProps<'input'> {
  /** For addresses, keys and other text that is compared character by character. */
  readonly mono?: boolean | undefined;
}

export function Input({ mono, className, ...rest }: Props) {
  const field = useFieldProps();
  return (
    <input {...field} className={clsx(CONTROL_CLASSES, mono && 'mono', className)} {...rest} />
  );
}
