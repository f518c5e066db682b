import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';

export function TextLink({ href, children }: Readonly<{ href: Route; children: ReactNode }>) {
  return (
    <Link
      href={href}
      className="font-medium text-accent underline underline-offset-2 hover:text-accent-hover"
    >
      {children}
    </Link>
  );
}
