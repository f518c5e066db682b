import type { Page } from '@playwright/test';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import {
  createConfirmedLate,
  createExpiredUnderpaid,
  createForOneConfirmation,
  expirePayment,
} from './support/decisions';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { nextStepRegion } from './support/refunds';

async function shows(page: Page, id: string, title: string, buttons: string[], badge: string) {
  await page.goto(`/dashboard/payments/${id}`);
  const step = nextStepRegion(page);
  await expect(step.getByRole('heading')).toHaveText(title);
  await expect(step.getByRole('button')).toHaveText(buttons);
  await expect(page.locator('h1 ~ [aria-live] .badge')).toHaveText([badge]);
}

test('in each state, the page of a payment shows the next step and exactly one badge', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  const paid = await createForOneConfirmation(merchant);
  await shows(page, paid.id, 'Wait for your customer', ['Cancel payment'], 'Pending');
  await merchant.pay(paid.address, paid.amount_sats);
  await merchant.reaches(paid.id, ({ status }) => status === 'detected');
  await shows(page, paid.id, 'Wait for 1 more confirmation', [], 'Detected');
  await merchant.mine(1);
  await merchant.reaches(paid.id, ({ status }) => status === 'confirmed');
  await shows(page, paid.id, 'Nothing to do', [], 'Confirmed');
  await expect(page.getByText('Earned', { exact: true })).toBeVisible();
  await expect(page.locator('dl').first()).toContainText('€108.90');

  const late = await createConfirmedLate(merchant);
  const decide = 'Ship anyway, or give the money back';
  const three = ['Ship anyway', 'Give back', 'Mark as done'];
  await shows(page, late.id, decide, three, 'Expired, paid late');
  expect(await findAxeViolations(page)).toEqual([]);

  const unpaid = await createForOneConfirmation(merchant);
  await expirePayment(merchant, unpaid.id);
  await shows(page, unpaid.id, 'Nothing to do', ['Ask for a new payment'], 'Expired');

  const over = await createForOneConfirmation(merchant);
  await merchant.pay(over.address, over.amount_sats * 2);
  await merchant.mine(1);
  await merchant.reaches(over.id, ({ status }) => status === 'confirmed');
  const same = ['Give back', 'Ship anyway', 'Mark as done'];
  await shows(page, over.id, 'Settle the difference', same, 'Confirmed, overpaid');
  await expect(nextStepRegion(page)).toContainText('€108.90 more than you asked for');
});

test('a member requests the missing amount, and the confirmed follow-up payment settles the first payment', async ({
  page,
  merchant,
  signIn,
}) => {
  const first = await createExpiredUnderpaid(merchant);
  await signIn('member');
  const three = ['Ask for the rest', 'Ship anyway', 'Give back', 'Mark as done'];
  await shows(page, first.id, 'Ask for the rest', three, 'Expired, underpaid');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findOverflowingElements(page), `${width} px`).toEqual([]);
  }
  await nextStepRegion(page).getByRole('button', { name: 'Ask for the rest' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(/^Ask for the missing €32\.6\d$/);
  const text = await dialog.getByLabel('Text for your customer').inputValue();
  const url = /http\S+\/pay\/\S+/.exec(text)?.[0] ?? '';
  await expect(dialog.getByRole('link', { name: 'Write an e-mail' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:.*${encodeURIComponent(url)}`),
  );
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText('Send your customer the link');

  const checkout = url.split('/').at(-1);
  const [row] = await merchant.base.db.execute<{
    id: string;
    address: string;
    amount_sats: string;
  }>(`select id, address, amount_sats from payment where checkout_id = '${checkout}'`);
  await merchant.pay(row?.address ?? '', Number(row?.amount_sats));
  await merchant.reaches(row?.id ?? '', ({ status }) => status === 'detected');
  await merchant.mine(1);
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText('Nothing to do');
  await expect(nextStepRegion(page)).toContainText('The rest was paid with a new payment.');
  await expect(page.getByText('Underpaid: the missing amount was paid with')).toBeVisible();
});

test('a member accepts late money with “Ship anyway”, and undoes the acceptance', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createConfirmedLate(merchant);
  await signIn('member');
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText('Received', { exact: true })).toBeVisible();
  await nextStepRegion(page).getByRole('button', { name: 'Ship anyway' }).click();
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText('Nothing to do');
  await expect(nextStepRegion(page)).toBeFocused();
  await expect(page.getByText('Earned', { exact: true })).toBeVisible();
  const mark = page.getByRole('listitem').filter({ hasText: /^Paid late: accepted by \S+@\S+/ });
  await mark.getByRole('button', { name: 'Undo' }).click();
  await expect(nextStepRegion(page).getByRole('button', { name: 'Ship anyway' })).toBeVisible();
  await expect(mark).toHaveCount(0);
});

test('a payment’s timeline shows all attempts of a delivery as one entry, which can be expanded', async ({
  page,
  merchant,
  signIn,
}) => {
  const made = await merchant.create({ webhook_url: 'http://127.0.0.1:9/hook' });
  await merchant.pay(made.address, made.amount_sats);
  await signIn('member');
  await page.goto(`/dashboard/payments/${made.id}`);
  const entry = page
    .getByRole('list', { name: 'Payment timeline' })
    .getByRole('listitem')
    .filter({ hasText: 'payment.detected is not delivered' });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('Next attempt');
  await page.getByRole('button', { name: 'Retry now' }).click();
  await expect(entry).toContainText(/[23] attempts, none got a response/);
  await expect(entry).toHaveCount(1);
  await entry.getByText('Show attempts').click();
  await expect(entry.getByRole('listitem').first()).toContainText('No response');
});

test('a reorg is mentioned only on the page of a payment whose block was replaced', async ({
  page,
  merchant,
  signIn,
}) => {
  const before = await createForOneConfirmation(merchant);
  await merchant.pay(before.address, before.amount_sats);
  await merchant.mine(2);
  await merchant.reaches(before.id, ({ confirmations }) => confirmations === 2);
  const touched = await createForOneConfirmation(merchant);
  await merchant.pay(touched.address, touched.amount_sats);
  await merchant.mine(1);
  await merchant.reaches(touched.id, ({ status }) => status === 'confirmed');
  await reorg(merchant.base.db, { blocks: 1, remine: false }, new Date());
  await merchant.reaches(touched.id, ({ status }) => status === 'detected');
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${touched.id}`);
  await expect(page.getByText(/^The network replaced block \d+/)).toBeVisible();
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText('Hold the order');
  await page.goto(`/dashboard/payments/${before.id}`);
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText('Nothing to do');
  await expect(page.getByText(/The network replaced/)).toHaveCount(0);
});
