import clsx from 'clsx';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { Logo } from '@/app/_ui/logo';
import { SkipLink } from '@/app/_ui/skip-link';
import { ThemeSwitch } from '@/app/_ui/theme';

const SECTIONS = [
  { href: '/docs', label: 'Docs' },
  { href: '/docs/reference', label: 'API reference' },
  { href: '/#webhooks', label: 'Webhooks' },
  { href: '/#self-host', label: 'Self-host' },
] as const;

export default function SiteLayout({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <>
      <SkipLink />
      <div className="mx-auto max-w-content px-4 sm:px-8">
        <header className="flex items-center gap-x-4 border-b py-5 sm:gap-x-7">
          <Link href="/" className="me-auto rounded-badge">
            <Logo />
          </Link>
          <nav aria-label="Sections" className="flex gap-7">
            {SECTIONS.map(({ href, label }, place) => (
              <a
                key={href}
                href={href}
                className={clsx(
                  'inline-flex items-center rounded-badge text-ink-2 hover:text-ink pointer-coarse:min-h-11',
                  // A phone has room only for the first item.
                  place > 0 && 'max-md:hidden',
                )}
              >
                {label}
              </a>
            ))}
          </nav>
          <ButtonLink href="/sign-in" variant="primary">
            Sign in
          </ButtonLink>
        </header>
        <main id="main">{children}</main>
        <footer className="flex flex-wrap items-center justify-between gap-4 border-t py-6 text-ink-3 text-small">
          <p>
            Blocktally, under the MIT license.{' '}
            <a href="/docs" className="underline underline-offset-2 hover:text-ink">
              Documentation
            </a>
            {' · '}
            <a href="/api/health" className="underline underline-offset-2 hover:text-ink">
              Server status
            </a>
          </p>
          <ThemeSwitch />
        </footer>
      </div>
    </>
  );
}
