'use client';

import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes';

interface Props extends ButtonLook, Omit<ComponentProps<'button'>, 'className'> {
  /** True while its work runs: it keeps its place and focus, and does nothing more. */
  readonly busy?: boolean | undefined;
}

export function Button({ variant, size, className, busy, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonClasses({ variant, size, className })}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
