import { expect, test } from './support/dashboard-test';
import { createConfirmedLate } from './support/decisions';

test('a member marks a payment as done with a note, and undoes this decision', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createConfirmedLate(merchant);
  await signIn('member');
  await page.goto(`/dashboard/payments/${id}`);
  const step = page.getByRole('region', { name: 'Next step' });
  await expect(step.getByRole('heading')).toHaveText('Ship anyway, or give the money back');
  await step.getByRole('button', { name: 'Mark as done' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note (optional)').fill('Shipped on Monday');
  await dialog.getByLabel('Note (optional)').press('Enter');
  await expect(step.getByRole('heading')).toHaveText('Nothing to do');
  const mark = page.getByRole('listitem').filter({ hasText: /^Paid late: done by \S+@\S+/ });
  await expect(page.getByText('Note: “Shipped on Monday”')).toBeVisible();
  const timeline = page.getByRole('list', { name: 'Payment timeline' });
  const last = timeline.getByRole('listitem').last();
  await expect(last).toHaveText(/^Marked as done \(paid late\) by \S+@\S+.*Shipped on Monday$/);

  await mark.getByRole('button', { name: 'Undo' }).click();
  await expect(step.getByRole('button', { name: 'Mark as done' })).toBeVisible();
  await expect(last).toHaveText(/^Needs your decision again \(paid late\) by/);
});

test('a viewer sees the next step of a payment, but no buttons', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createConfirmedLate(merchant);
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  const step = page.getByRole('region', { name: 'Next step' });
  await expect(step).toContainText('Ship anyway, or give the money back');
  await expect(step.getByRole('button')).toHaveCount(0);
});
