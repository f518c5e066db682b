import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { ThemeProvider } from '@/app/_ui/theme';
import { fontClasses } from '@/app/fonts';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Blocktally', template: '%s · Blocktally' },
  description: 'Self-hosted on-chain Bitcoin payments, straight into your own wallet.',
  referrer: 'same-origin',
};

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfcfb' },
    { media: '(prefers-color-scheme: dark)', color: '#0d1311' },
  ],
};

export default async function RootLayout({ children }: Readonly<{ children: ReactNode }>) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" className={fontClasses} suppressHydrationWarning>
      <body>
        <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
      </body>
    </html>
  );
}
