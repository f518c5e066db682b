import { eq } from 'drizzle-orm';
import { webhookHost } from '@/db/schema/endpoints';
import { createTestKey } from '@/test/support/factories';
import { startReceiver } from '@/test/support/receiver';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';

test('the health page starts with a one-sentence summary, followed by the details', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await createTestKey(merchant.base.db);
  await signIn('viewer', key.merchantId);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByText('No problems found.')).toBeVisible();
  const jobs = page.getByRole('region', { name: 'Jobs' });
  for (const job of ['Follow regtest', 'Send webhooks', 'Expire payments', 'Delete old records']) {
    await expect(jobs.getByText(job)).toBeVisible();
  }
  await expect(jobs.getByText('On time')).toHaveCount(4);
  await expect(jobs.getByText(/^\d+ of \d+ in use$/)).toBeVisible();
  await expect(page.getByText('No webhook has been sent yet.')).toBeVisible();

  await createTestKey(merchant.base.db, { merchantId: key.merchantId, network: 'signet' });
  await page.reload();
  await expect(
    page.getByText('Your system needs attention: the signet chain (switched off).'),
  ).toBeVisible();
});

test('the health summary names a host to which sending is paused, and links to its deliveries', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('viewer');
  const receiver = await startReceiver();
  receiver.respond({ status: 500 });
  await payWithWebhook(merchant, receiver, 'An order');
  const host = `127.0.0.1:${receiver.port}`;
  await merchant.base.db
    .update(webhookHost)
    .set({ failures: 6, openUntil: new Date(Date.now() + 600_000) })
    .where(eq(webhookHost.host, host));
  await page.goto('/dashboard/health');
  const sentence = page.getByText(/^Your system needs attention: /);
  await expect(sentence).toContainText(`webhooks to ${host} (6 failed attempts in a row)`);
  const row = page.getByRole('row').filter({ hasText: host });
  await expect(row).toContainText(/Backing off, \d+ min left/);
  expect(await findAxeViolations(page)).toEqual([]);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(/\?q=127\.0\.0\.1/);
  await receiver.close();
});
