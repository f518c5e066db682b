import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { createForDecision, HOME_PATH, inboxRow } from './support/inbox';
import { createInState } from './support/pay-states';

test('one click on Home accepts late money, which then counts as earned', async ({
  page,
  merchant,
  signIn,
}) => {
  const id = await createForDecision(merchant, 'late');
  await signIn('member');
  await page.goto(HOME_PATH);
  const row = inboxRow(page, id);
  await expect(row).toContainText('Paid late');
  await expect(row).toContainText('does not count as earned until you decide');
  await row.getByRole('button', { name: 'Ship anyway' }).click();
  await expect(page.getByText('Accepted. Ship the order.')).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText(/Paid late: accepted by/)).toBeVisible();
});

test('one click on Home creates a follow-up payment for the missing part of an underpaid payment', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create({ required_confirmations: 1 });
  await merchant.pay(address, 90_000);
  await merchant.expire(id);
  await merchant.mine(1);
  await merchant.reaches(id, ({ status }) => status === 'expired');
  await signIn('member');
  await page.goto(HOME_PATH);
  await inboxRow(page, id).getByRole('button', { name: 'Ask for the rest' }).click();
  await expect(page.getByRole('dialog')).toContainText('/pay/');
});

test('an expanded inbox row explains the payment and its choices, and can be marked as done with a note', async ({
  page,
  merchant,
  signIn,
}) => {
  const id = await createForDecision(merchant, 'overpaid');
  await signIn('member');
  await page.goto(HOME_PATH);
  const row = inboxRow(page, id);
  await row.getByRole('button', { name: /^More about overpaid/ }).click();
  await expect(row).toContainText('The customer sent more than the amount');
  await row.getByRole('button', { name: 'Mark as done' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note (optional)').fill('Refunded on Monday');
  await dialog.getByRole('button', { name: 'Mark as done' }).click();
  await expect(row).toHaveCount(0);
  await page.goto(`/dashboard/payments/${id}`);
  await expect(page.getByText('Refunded on Monday').first()).toBeVisible();
});

test('a decision in the inbox moves the focus to the next row, and can be undone from its toast', async ({
  page,
  merchant,
  signIn,
}) => {
  const ids = [
    await createForDecision(merchant, 'late'),
    await createForDecision(merchant, 'late'),
  ];
  await signIn('member');
  await page.goto(HOME_PATH);
  const [newest, older] = ids.reverse().map((id) => inboxRow(page, id));
  if (!newest || !older) throw new Error('two rows were made');
  const ship = newest.getByRole('button', { name: 'Ship anyway' });
  await ship.focus();
  await page.keyboard.press('Enter');
  await expect(newest).toHaveCount(0);
  await expect(older).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Needs your decision again.')).toBeVisible();
  await expect(newest).toBeVisible();
  await newest.getByRole('button', { name: /^More about/ }).click();
  await newest.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as done' }).click();
  await expect(newest).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(newest).toBeVisible();
});

test('an inbox row collapses after its decision, without animation if the user prefers reduced motion', async ({
  page,
  merchant,
  signIn,
}) => {
  const ids = [
    await createForDecision(merchant, 'late'),
    await createForDecision(merchant, 'late'),
  ];
  await signIn('member');
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    const motions: string[] = [];
    Object.assign(window, { motions });
    Element.prototype.animate = function (frames, options) {
      if (this.matches('.inbox > li')) motions.push(JSON.stringify(Object.keys(frames ?? {})));
      return animate.call(this, frames, options);
    };
  });
  const motions = () => page.evaluate(() => Reflect.get(window, 'motions') as string[]);
  await page.goto(HOME_PATH);
  for (const [place, id] of ids.entries()) {
    if (place === 1) await page.emulateMedia({ reducedMotion: 'reduce' });
    await inboxRow(page, id).getByRole('button', { name: 'Ship anyway' }).click();
    await expect(inboxRow(page, id)).toHaveCount(0);
    expect(await motions()).toEqual(['["height"]']);
  }
});

test('a late payment appears in the inbox only after it is confirmed', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createInState(merchant, 'late');
  await signIn('member');
  await page.goto(HOME_PATH);
  await expect(inboxRow(page, id)).toHaveCount(0);
  await merchant.mine(6);
  await expect(inboxRow(page, id)).toBeVisible();
});

test('the list of payments that need a decision shows a payment until the decision is made', async ({
  page,
  merchant,
  signIn,
}) => {
  const id = await createForDecision(merchant, 'late');
  await signIn();
  await page.goto(`/dashboard/payments?worklist=open&reasons=late&q=${id}`);
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByRole('listitem')).toHaveText([
    'Remove filter Needs your decision',
    'Remove filter Reason: paid late',
  ]);
  await expect(page.locator(`a[href$="${id}"]`)).toBeVisible();
  // Makes the decision outside the page. The server then pushes the change to the list.
  const isLate = ({ flags }: { flags: readonly string[] }) => flags.includes('late');
  const { received_sats } = await merchant.reaches(id, isLate);
  const body = { payments: [{ id, received_sats }] };
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post('/api/dashboard/payments/handle', {
    data: body,
    headers,
  });
  expect(await answer.json()).toEqual({ data: [{ id, done: 1, refused: null }] });
  await expect(page.getByText('No payments match')).toBeVisible();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByLabel('Inbox').selectOption('Done');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(page.locator(`a[href$="${id}"]`)).toBeVisible();
  await expect(page).toHaveURL(/worklist=handled/);
});

test('a viewer sees decisions but no buttons that change anything', async ({
  page,
  merchant,
  signIn,
}) => {
  const id = await createForDecision(merchant, 'late');
  await signIn('viewer');
  await page.goto(HOME_PATH);
  await expect(inboxRow(page, id).getByRole('link', { name: 'View payment' })).toBeVisible();
  await expect(inboxRow(page, id).getByRole('button', { name: 'Ship anyway' })).toHaveCount(0);
});

test('Home with long texts fits a phone and has no axe violations', async ({
  page,
  merchant,
  signIn,
}) => {
  const terms = { reference: 'No place to break'.repeat(10), required_confirmations: 1 };
  const { id, address } = await merchant.create(terms);
  await merchant.pay(address, 150_000);
  await merchant.mine(1);
  await merchant.reaches(id, ({ status }) => status === 'confirmed');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  await page.goto(HOME_PATH);
  await inboxRow(page, id)
    .getByRole('button', { name: /^More about/ })
    .click();
  for (const width of [320, 390, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findOverflowingElements(page), `${width} px`).toEqual([]);
  }
  expect(await findAxeViolations(page)).toEqual([]);
});
test('a ten-digit amount in the inbox fits a phone 320 px wide', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create({ required_confirmations: 1 });
  await merchant.pay(address, 1_234_567_890);
  await merchant.mine(1);
  await merchant.reaches(id, ({ status }) => status === 'confirmed');
  await signIn();
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [HOME_PATH, `/dashboard/payments/${id}`]) {
    await page.goto(path);
    await expect(page.getByRole('main')).toContainText(/1234\d{6} sat/);
    expect(await findOverflowingElements(page), path).toEqual([]);
  }
});
