import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { ClockProvider } from '@/app/_ui/clock';
import { requireActor } from '@/lib/auth/session';
import { PAGE_MERCHANT_HEADER } from '@/lib/domain/page-merchant-header';
import type { DashboardFrameResponse } from '@/lib/http/merchant/frame-response';
import { readPageData } from '@/lib/http/read-page-data';
import { pageApi } from './_data/page-api';
import { FrameProvider } from './_frame/frame';
import { Providers } from './_frame/providers';
import { Shell } from './_frame/shell';
import { readTimeZoneCookie } from './_frame/time-zone';

export const metadata: Metadata = { robots: { index: false } };

export default async function DashboardLayout({ children }: Readonly<{ children: ReactNode }>) {
  const actor = await requireActor();
  const endpoint = 'GET /api/dashboard/frame';
  const frame = (await readPageData(await pageApi(), actor, {
    endpoint,
  })) as DashboardFrameResponse;
  return (
    <Providers>
      <meta name={PAGE_MERCHANT_HEADER} content={actor.merchantId} />
      <ClockProvider now={frame.now} timeZone={readTimeZoneCookie(await cookies())}>
        <FrameProvider frame={frame}>
          <Shell>{children}</Shell>
        </FrameProvider>
      </ClockProvider>
    </Providers>
  );
}
