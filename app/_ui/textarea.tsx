'use client';

import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { CONTROL_CLASSES } from './control-classes';
import { useFieldProps } from './field';

interface Props extends ComponentProps<'textarea'> {
  /** For descriptors and other text that is compared character by character. */
  readonly mono?: boolean | undefined;
}

export function Textarea({ mono, className, ...rest }: Props) {
  const field = useFieldProps();
  return (
    <textarea
      {...field}
      className={clsx(CONTROL_CLASSES, 'min-h-20 py-2', mono && 'mono break-all', className)}
      {...rest}
    />
  );
}
