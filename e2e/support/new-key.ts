import type { Page } from '@playwright/test';
import { createTestKey } from '@/test/support/factories';
import type { BrowserMerchant } from './browser-merchant';

export async function createAndOpenKey(page: Page, merchant: BrowserMerchant, name: string) {
  const { merchantId } = merchant.key;
  const key = await createTestKey(merchant.base.db, { merchantId, name });
  await page.goto(`/dashboard/keys/${key.id}`);
  return key;
}

export async function fetchStatusWithKey(merchant: BrowserMerchant, key: string): Promise<number> {
  const response = await fetch(`${merchant.app.url}/v1/btc/payments?from=0&to=1`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return response.status;
}

/** Returns a selector for the secret below a label. */
export const secretSelector = (label: string) =>
  `xpath=//p[text()="${label}"]/following-sibling::div//code`;
