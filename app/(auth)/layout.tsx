import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Logo } from '@/app/_ui/logo';

export const metadata: Metadata = { robots: { index: false } };

export default function AuthLayout({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-[27rem] grid-cols-[minmax(0,1fr)] content-start gap-8 px-4 pt-10 pb-16 sm:pt-20">
      <header>
        <Link href="/" className="inline-block rounded-badge">
          <Logo />
        </Link>
      </header>
      <main id="main">{children}</main>
    </div>
  );
}
