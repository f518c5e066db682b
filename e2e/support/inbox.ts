import type { Page } from '@playwright/test';
import type { BrowserMerchant } from './browser-merchant';
import { createInState } from './pay-states';

export const HOME_PATH = '/dashboard?network=regtest';

export const inboxRow = (page: Page, id: string) =>
  page
    .getByRole('list', { name: 'Open decisions' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="${id}"]`) });

/** Creates a confirmed late or overpaid payment, which needs a decision. Returns its id. */
export async function createForDecision(
  merchant: BrowserMerchant,
  state: 'late' | 'overpaid',
): Promise<string> {
  const { id } = await createInState(merchant, state);
  await merchant.mine(6);
  await merchant.reaches(id, ({ status }) => status === 'confirmed');
  return id;
}
