import { expect, type Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { membership, userSession } from '@/db/schema/people';

export async function setFactorAt(db: Db, merchantId: string, at: number): Promise<void> {
  const members = db
    .select({ userId: membership.userId })
    .from(membership)
    .where(eq(membership.merchantId, merchantId));
  await db
    .update(userSession)
    .set({ factorAt: new Date(at) })
    .where(inArray(userSession.userId, members));
}

/**
 * Deletes the session's cookies. An open dashboard page would go to the sign-in page, so this
 * closes the page first.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

export const isSignedIn = (page: Page) =>
  expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
