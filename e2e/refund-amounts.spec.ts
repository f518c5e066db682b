import type { Page } from '@playwright/test';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { createConfirmedLate } from './support/decisions';
import { dialogOf, expectFits, newRefundAddress, nextStepRegion } from './support/refunds';

/** Fills in a refund of a late payment. Returns the refund's address and the received amount. */
async function fillIn(page: Page, merchant: BrowserMerchant, amount: (received: number) => number) {
  const { id, received_sats: received } = await createConfirmedLate(merchant);
  const to = newRefundAddress();
  await page.goto(`/dashboard/payments/${id}`);
  await nextStepRegion(page).getByRole('button', { name: 'Give back' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Currency').selectOption('sat');
  await dialog.getByLabel('Amount').fill(String(amount(received)));
  await dialog.getByRole('radio', { name: /^Enter an address/ }).check();
  await dialog.getByLabel('Customer’s address').fill(to);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  return { to, received };
}

const heading = (page: Page) => dialogOf(page).getByRole('heading').first();

test('a refund above the received amount needs a second confirmation', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  const { received } = await fillIn(page, merchant, (sats) => sats + 1_000);
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('alert')).toContainText(`${received} sat of this payment`);
  const more = dialog.getByRole('button', { name: 'Give back more than received' });
  await expect(more).toBeVisible();
  await expectFits(page, 'more-than-received');
  await dialog.getByLabel('Amount').fill(String(received + 2_000));
  await expect(more).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await more.click();
  await expect(heading(page)).toHaveText('Send refund');
  await expect(dialog).toContainText(`${received + 2_000} sat`);
});

test('a member can record an output whose amount differs from the agreed refund', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  const { to } = await fillIn(page, merchant, () => 20_000);
  await expect(heading(page)).toHaveText('Send refund');
  await merchant.pay(to, 19_000);
  await expect(heading(page)).toHaveText('Check this refund');
  await expect(dialogOf(page)).toContainText('less than agreed');
  await expectFits(page, 'check');
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await page.goto('/dashboard');
  const row = page.getByRole('listitem').filter({ hasText: 'but not the agreed amount' });
  await row.getByRole('button', { name: 'Check refund' }).click();
  await dialogOf(page)
    .getByRole('button', { name: /^Record / })
    .click();
  await expect(heading(page)).toHaveText('Refund on its way');
  await merchant.mine(1);
  await expect(heading(page)).toHaveText('Refund confirmed');
});

test('an output that exceeds the payment’s received amount can be recorded only after a second confirmation', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  const { to, received } = await fillIn(page, merchant, (sats) => sats);
  await expect(heading(page)).toHaveText('Send refund');
  await merchant.pay(to, received + 5_000);
  await expect(heading(page)).toHaveText('Check this refund');
  await expect(dialogOf(page)).toContainText('more than agreed');
  const record = dialogOf(page).getByRole('button', { name: /^Record / });
  await record.click();
  await expect(dialogOf(page).getByRole('alert')).toContainText(`${received} sat of this payment`);
  await record.click();
  await expect(heading(page)).toHaveText('Refund on its way');
});
