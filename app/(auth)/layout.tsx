import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Logo } from '@/app/_ui/logo';
import { currentRequestSite } from '@/lib/auth/current-site';
import { PATH_HEADER } from '@/lib/auth/return-path';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';
import { SignInGate } from './_elsewhere/sign-in-gate';

export const metadata: Metadata = { robots: { index: false } };

export default async function AuthLayout({ children }: Readonly<{ children: ReactNode }>) {
  const { appUrl, appUrls } = runtime().env;
  const { isUnlistedHost } = await currentRequestSite();
  const here = (await headers()).get(PATH_HEADER) ?? '/sign-in';
  return (
    <div className="mx-auto grid min-h-dvh max-w-[27rem] grid-cols-[minmax(0,1fr)] content-start gap-8 px-4 pt-10 pb-16 sm:pt-20">
      <header>
        <Link href="/" className="inline-block rounded-badge">
          <Logo />
        </Link>
      </header>
      <main id="main">
        {appUrl.protocol === 'https:' ? (
          <SignInGate
            urls={appUrls.map((url) => publicUrl(url, here))}
            isUnlistedHost={isUnlistedHost}
          >
            {children}
          </SignInGate>
        ) : (
          children
        )}
      </main>
    </div>
  );
}
