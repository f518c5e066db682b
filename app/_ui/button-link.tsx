import type { Route } from 'next';
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClasses } from './button-classes';

interface Props extends ButtonLook, Omit<ComponentProps<typeof Link<Route>>, 'className'> {}

/** A link that looks like a button, for going somewhere; a button does something. */
export function ButtonLink({ variant, size, className, ...rest }: Props) {
  return <Link className={buttonClasses({ variant, size, className })} {...rest} />;
}
