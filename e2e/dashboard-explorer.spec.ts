import { EXPLORER_TX_URL } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { paymentPageUrl } from './support/merchant-test';
import { createInState } from './support/pay-states';

test('each transaction in the dashboard links to the explorer, and the link sends no referrer', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createInState(merchant, 'confirmed');
  const { txid } = await merchant.reaches(id, () => true);
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}`);
  const links = page.getByRole('link', { name: 'Open transaction at explorer.invalid' });
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) {
    await expect(link).toHaveAttribute('href', EXPLORER_TX_URL.replace('{txid}', txid ?? ''));
    await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
  }
  await expect(page.getByText('on explorer.invalid shows that site your IP address')).toBeVisible();
});

test('the payment page never links to the explorer', async ({ page, merchant }) => {
  const paid = await createInState(merchant, 'confirmed');
  const answer = await page.request.get(paymentPageUrl(merchant, paid));
  expect(answer.status()).toBe(200);
  expect(await answer.text()).not.toContain('explorer.invalid');
});
