import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { ClockProvider } from '@/app/_ui/clock';
import { readFrame } from '@/lib/accounts/read-frame';
import { requireActor } from '@/lib/auth/session';
import { SHOWN_MERCHANT } from '@/lib/domain/shown-merchant';
import { frameAnswer } from '@/lib/http/merchant/frame-answer';
import { runtime } from '@/lib/runtime';
import { FrameProvider } from './_frame/frame';
import { Providers } from './_frame/providers';
import { Shell } from './_frame/shell';
import { cookieTimeZone } from './_frame/time-zone';

export const metadata: Metadata = { robots: { index: false } };

export default async function DashboardLayout({ children }: Readonly<{ children: ReactNode }>) {
  const actor = await requireActor();
  const { db, clock, env } = runtime();
  const now = clock();
  const frame = frameAnswer(await readFrame(db, actor, now), { now, appUrl: env.appUrl });
  return (
    <Providers>
      <meta name={SHOWN_MERCHANT} content={actor.merchantId} />
      <ClockProvider now={frame.now} timeZone={cookieTimeZone(await cookies())}>
        <FrameProvider frame={frame}>
          <Shell>{children}</Shell>
        </FrameProvider>
      </ClockProvider>
    </Providers>
  );
}
