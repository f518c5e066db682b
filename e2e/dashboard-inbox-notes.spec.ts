import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { createForDecision, HOME_PATH, inboxRow } from './support/inbox';
import { newRefundAddress } from './support/refunds';

test('in an inbox row, a member sets a note and an assignee, which a viewer can only read', async ({
  page,
  merchant,
  signIn,
}) => {
  const id = await createForDecision(merchant, 'overpaid');
  await signIn('member');
  await page.goto(HOME_PATH);
  const row = inboxRow(page, id);
  await row.getByRole('button', { name: /^More about/ }).click();
  await row.getByLabel('Note for the team').fill('Calls back on Monday');
  await row.getByRole('button', { name: 'Save note' }).click();
  await expect(row.getByText('Note: “Calls back on Monday”')).toBeVisible();
  const choice = row.getByLabel('Assigned to');
  const me = await choice.getByRole('option', { name: '(you)' }).textContent();
  await choice.selectOption({ label: me ?? '' });
  await expect(row.getByText(/^Assigned to .+@/)).toBeVisible();
  await row.getByRole('button', { name: /^Less about/ }).click();
  await page.reload();
  await expect(row).toContainText('Note: “Calls back on Monday”');
  await expect(row).toContainText('Assigned to ');
  await row.getByRole('button', { name: /^More about/ }).click();
  await expect(choice.getByRole('option', { selected: true })).toHaveText(me ?? '');
  await row.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByRole('dialog').getByLabel('Note (optional)')).toHaveValue(
    'Calls back on Monday',
  );
  await page.keyboard.press('Escape');
  await signIn('viewer');
  await page.goto(HOME_PATH);
  await row.getByRole('button', { name: /^More about/ }).click();
  await expect(row).toContainText('Note: “Calls back on Monday”');
  await expect(row.getByLabel('Note for the team')).toHaveCount(0);
  await expect(row.getByLabel('Assigned to')).toHaveCount(0);
});

test('every row of the inbox can have a note and an assignee', async ({
  page,
  merchant,
  signIn,
}) => {
  const { app, base, key } = merchant;
  const id = await createForDecision(merchant, 'late');
  const refund = await fetch(`${app.url}/v1/btc/payments/${id}/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ address: newRefundAddress() }),
  });
  expect(refund.status).toBe(201);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await base.db.update(apiKey).set({ expiresAt }).where(eq(apiKey.id, key.id));
  await signIn('member');
  await page.goto(HOME_PATH);
  const list = page.getByRole('list', { name: 'Open decisions' }).getByRole('listitem');
  for (const [about, note] of [
    ['refund', 'Asked Ada'],
    ['api key', 'Ada rotates it'],
  ] as const) {
    const row = list.filter({
      has: page.getByRole('button', { name: new RegExp(`^(More|Less) about ${about}$`) }),
    });
    await row.getByRole('button', { name: /^More about/ }).click();
    await row.getByLabel('Note for the team').fill(note);
    await row.getByRole('button', { name: 'Save note' }).click();
    await expect(row.getByText(`Note: “${note}”`)).toBeVisible();
    await row.getByLabel('Assigned to').selectOption({ index: 1 });
    await expect(row.getByText(/^Assigned to .+@/)).toBeVisible();
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page.reload();
  await expect(page.getByText('Note: “Asked Ada”')).toHaveCount(2);
  expect(await findOverflowingElements(page)).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
  await signIn('viewer');
  await page.goto(HOME_PATH);
  await expect(page.getByText('Note: “Ada rotates it”')).toBeVisible();
  await expect(list.getByRole('button', { name: 'More about api key' })).toHaveCount(0);
});
