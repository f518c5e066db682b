import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { createConfirmedLate } from './support/decisions';
import {
  dialogOf,
  expectFits,
  LATE_TITLE,
  nextStepRegion,
  OTHER_REFUND_ADDRESS,
  payQrInDialog,
  REFUND_ADDRESS,
} from './support/refunds';

function clicks() {
  let count = 0;
  return {
    count: () => count,
    on: async (page: Page, role: 'button' | 'radio', name: string | RegExp) => {
      count += 1;
      await page.getByRole(role, { name }).first().click();
    },
  };
}

test('a member reaches the QR code for refunding late money in three clicks, and sees the refund confirmed', async ({
  page,
  merchant,
  signIn,
}) => {
  const late = await createConfirmedLate(merchant);
  await signIn('member');
  await page.goto(`/dashboard/payments/${late.id}`);
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText(LATE_TITLE);
  const click = clicks();
  await click.on(page, 'button', 'Give back');
  await expect(dialogOf(page).getByLabel('Amount')).toHaveValue('108.90');
  await expectFits(page, 'record');
  await click.on(page, 'radio', /^Enter an address/);
  await dialogOf(page).getByLabel('Customer’s address').fill(REFUND_ADDRESS);
  await click.on(page, 'button', 'Continue');
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Send refund');
  expect(click.count()).toBe(3);
  await expectFits(page, 'send');
  await dialogOf(page).getByRole('tab', { name: 'Already paid' }).click();
  await expectFits(page, 'already-paid');
  await dialogOf(page).getByRole('tab', { name: 'PSBT file' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create PSBT' }).click();
  // The refund takes the wallet's whole balance and leaves nothing for the fee.
  await expect(dialogOf(page).getByRole('alert')).toContainText('does not cover');
  await expectFits(page, 'psbt');
  await dialogOf(page).getByRole('tab', { name: 'QR code' }).click();
  await payQrInDialog(page, merchant);
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Refund on its way');
  await expect(dialogOf(page)).toContainText('0 of 1 confirmations');
  await expectFits(page, 'on-its-way');
  await merchant.mine(1);
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Refund confirmed');
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Earned', { exact: true })).toBeVisible();
  await expect(page.locator('dl').first()).toContainText('refunded');
  await expect(page.getByRole('region', { name: 'Refunds' })).toContainText('1 of 1 confirmations');
  await expectFits(page, 'payment');
});

test('a member exports several refunds in one file for the wallet, and a viewer can only read refunds', async ({
  page,
  merchant,
  signIn,
}) => {
  const addresses = [REFUND_ADDRESS, OTHER_REFUND_ADDRESS];
  await signIn('member');
  for (const address of addresses) {
    const late = await createConfirmedLate(merchant);
    await page.goto(`/dashboard/payments/${late.id}`);
    await nextStepRegion(page).getByRole('button', { name: 'Give back' }).click();
    await dialogOf(page)
      .getByRole('radio', { name: /^Enter an address/ })
      .check();
    await dialogOf(page).getByLabel('Customer’s address').fill(address);
    await dialogOf(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialogOf(page).getByRole('heading')).toHaveText('Send refund');
  }
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Send 2 refunds together' }).click();
  await expect(dialogOf(page).getByRole('checkbox')).toHaveCount(2);
  await expectFits(page, 'several');
  const file = async (name: string) => {
    const waiting = page.waitForEvent('download');
    await dialogOf(page).getByRole('link', { name }).click();
    return readFileSync(await (await waiting).path(), 'utf8');
  };
  const sparrow = (await file('CSV for Sparrow')).trim().split('\n');
  expect(sparrow[0]).toBe('Address,Amount (sats),Label');
  const rows = sparrow.slice(1).map((line) => line.split(','));
  expect(rows.map(([address]) => address)).toEqual(addresses);
  const electrum = (await file('CSV for Electrum')).trim().split('\n');
  for (const [place, line] of electrum.entries()) {
    const [address, btc] = line.split(',');
    expect(address).toBe(addresses[place]);
    expect(Math.round(Number(btc) * 1e8)).toBe(Number(rows[place]?.[1]));
    await merchant.pay(address ?? '', Number(rows[place]?.[1]));
  }
  await expect(dialogOf(page).getByRole('checkbox')).toHaveCount(0);
  await dialogOf(page).getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Send refund' })).toHaveCount(0);

  const late = await createConfirmedLate(merchant);
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${late.id}`);
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText(LATE_TITLE);
  await expect(page.getByRole('button', { name: 'Give back' })).toHaveCount(0);
  expect(await findAxeViolations(page)).toEqual([]);
});
