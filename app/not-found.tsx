import type { Metadata } from 'next';
import { Logo } from '@/app/_ui/logo';

export const metadata: Metadata = { title: 'Not found', robots: { index: false } };

/**
 * Every page includes this component. A Next.js link here would add the link's script to every
 * page.
 */
export default function NotFound() {
  return (
    <div className="mx-auto grid min-h-dvh max-w-[27rem] content-start gap-8 px-4 pt-10 pb-16 sm:pt-20">
      <header>
        <a href="/" className="inline-block rounded-badge">
          <Logo />
        </a>
      </header>
      <main id="main" className="grid gap-6 rounded-slip border bg-surface p-6 sm:p-8">
        <div className="grid gap-2">
          <h1 className="text-title">Page not found</h1>
          <p className="text-body text-ink-2">
            The link may be mistyped or out of date. Payments you have made are not affected.
          </p>
        </div>
        <a href="/" className="btn btn-quiet">
          Home
        </a>
      </main>
    </div>
  );
}
