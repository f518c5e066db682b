import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Db } from '@/db/client';
import { signUp } from '@/lib/accounts/sign-up';
import { createThrottle } from '@/lib/accounts/throttle';
import { testVisitor } from '@/test/support/users';
import { whenHydrated } from './when-hydrated';

export const PASSWORD = 'a long enough password';

export interface NewUser {
  readonly userId: string;
  readonly merchantId: string;
  readonly email: string;
}

export async function newUser(db: Db): Promise<NewUser> {
  const email = `${randomBytes(8).toString('hex')}@shop.example`;
  const deps = { db, throttle: createThrottle(), rule: 'open' } as const;
  const given = { merchantName: 'Acme', email, password: PASSWORD };
  const ids = await signUp(deps, given, testVisitor(), new Date());
  return { ...ids, email };
}

/** Signs in with a password. The next page is the dashboard, or asks for a second factor. */
export async function enterPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await whenHydrated(page);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in');
  await whenHydrated(page);
}
