import type { Page } from '@playwright/test';
import type { BrowserMerchant } from './browser-merchant';
import { payIn } from './pay-states';

export const HOME = '/dashboard?network=regtest';

/** Returns the inbox row of a payment on Home. */
export const inboxRow = (page: Page, id: string) =>
  page
    .getByRole('list', { name: 'Open decisions' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="${id}"]`) });

/**
 * Creates a late or overpaid payment whose money is confirmed.
 *
 * @returns the payment's id
 */
export async function decidable(
  merchant: BrowserMerchant,
  state: 'late' | 'overpaid',
): Promise<string> {
  const { id } = await payIn(merchant, state);
  await merchant.mine(6);
  await merchant.reaches(id, ({ status }) => status === 'confirmed');
  return id;
}
