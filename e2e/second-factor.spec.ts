import type { Page } from '@playwright/test';
import { totpCode } from '@/lib/accounts/factors/totp';
import { setUpTotp } from '@/test/support/totp';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { forgetSession, isSignedIn, setFactorAt } from './support/factor-session';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { readQr } from './support/read-qr';
import { enterPassword, newUser } from './support/user-with-password';

/** Returns the code of the next time step, which is valid too and not yet used. */
const nextCode = (secret: string) => totpCode(secret, new Date(Date.now() + 30_000));

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('a user sets up an authenticator app with its QR code, and sees the recovery codes once', async ({
  page,
  merchant,
}) => {
  const { email } = await newUser(merchant.base.db);
  await enterPassword(page, email);
  await openLoaded(page, '/dashboard/settings');
  await page.getByRole('button', { name: 'Set up app' }).click();
  const dialog = page.getByRole('dialog');
  const uri = new URL(await readQr(dialog.getByRole('img', { name: 'QR code' })));
  expect([uri.protocol, uri.searchParams.get('issuer')]).toEqual(['otpauth:', 'Blocktally']);
  const secret = uri.searchParams.get('secret') ?? '';
  await expect(dialog.getByText(secret)).toBeVisible();
  await expectNoAxeViolations(page, 'the set-up');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Set up app' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, new Date()));
  await dialog.getByRole('button', { name: 'Set up app' }).click();
  const codes = dialog.getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectNoAxeViolations(page, 'the recovery codes');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(codes).toHaveCount(10);
  const [first = ''] = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  await openLoaded(page, '/dashboard/settings');
  expect(await page.content()).not.toContain(first);
  await expectNoAxeViolations(page, 'the settings with an app');
});

test('a sign-in refuses wrong and used codes, and accepts each recovery code only once', async ({
  page,
  merchant,
}) => {
  const { userId, email } = await newUser(merchant.base.db);
  const secret = await setUpTotp(merchant.base.db, userId);
  await enterPassword(page, email);
  await expectNoAxeViolations(page, 'the page for the code');
  await page.goto('/dashboard/keys');
  await expect(page).toHaveURL(/\/sign-in\?/);
  await enterPassword(page, email);
  await enterCode(page, '000000');
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
  await expectNoAxeViolations(page, 'a wrong code');
  const code = nextCode(secret);
  await enterCode(page, code);
  await isSignedIn(page);

  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const codes = page.getByRole('dialog').getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = ''] = await codes.allInnerTexts();
  await forgetSession(page);
  await enterPassword(page, email);
  await enterCode(page, code);
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
  await enterCode(page, recovery.toUpperCase().replaceAll('-', ' '));
  await isSignedIn(page);
  await page.goto('/dashboard/settings');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await forgetSession(page);
  await enterPassword(page, email);
  await enterCode(page, recovery);
  await expect(page.getByText('This code is wrong or was used before.')).toBeVisible();
});

test('after a total of ten wrong codes from several browsers, further codes are refused', async ({
  page,
  browser,
  merchant,
}) => {
  const { userId, email } = await newUser(merchant.base.db);
  const secret = await setUpTotp(merchant.base.db, userId);
  const other = await browser.newPage({ baseURL: merchant.app.url });
  for (const [guesser, guesses] of [
    [other, 6],
    [page, 4],
  ] as const) {
    await enterPassword(guesser, email);
    for (let n = 0; n < guesses; n += 1) {
      const refused = guesser.waitForResponse((response) => response.request().method() === 'POST');
      await enterCode(guesser, `00000${n}`);
      await refused;
      await expect(guesser.getByText('This code is wrong or was used before.')).toBeVisible();
    }
  }
  await enterCode(page, nextCode(secret));
  await expect(page.getByText('Too many attempts.')).toBeVisible();
  await other.close();
});

test('if the user used no factor recently, a sensitive form asks for the password before it is sent', async ({
  page,
  merchant,
}) => {
  const { db } = merchant.base;
  const { merchantId, email } = await newUser(db);
  await enterPassword(page, email);
  await page.goto('/dashboard/team');
  await setFactorAt(db, merchantId, Date.now() - 601_000);
  await page.getByRole('button', { name: 'Invite member' }).click();
  const invite = page.getByRole('dialog').filter({ hasText: 'Create invitation' });
  await invite.getByLabel('E-mail address').fill('new@shop.example');
  await invite.getByRole('button', { name: 'Create invitation' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Password')).toBeFocused();
  await expectNoAxeViolations(page, 'the question for the password');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(invite.getByLabel('E-mail address')).toHaveValue('new@shop.example');
  await invite.getByRole('button', { name: 'Create invitation' }).click();
  await question.getByLabel('Password').fill('not the password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByText('This is not your password.')).toBeVisible();
  await question.getByLabel('Password').fill('a long enough password');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/\/invitation\/\S{40,}/)).toBeVisible();
});

test('removing the authenticator app requires a code, and afterwards the password alone signs in', async ({
  page,
  merchant,
}) => {
  const { db } = merchant.base;
  const { userId, merchantId, email } = await newUser(db);
  const secret = await setUpTotp(db, userId);
  await enterPassword(page, email);
  await enterCode(page, totpCode(secret, new Date()));
  await isSignedIn(page);
  await page.goto('/dashboard/settings');
  await setFactorAt(db, merchantId, Date.now() - 601_000);
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove app' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByRole('textbox', { name: 'Code' }).fill(nextCode(secret));
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: 'Set up app' })).toBeVisible();
  await forgetSession(page);
  await enterPassword(page, email);
  await isSignedIn(page);
});

test('a wallet’s public keys and a report’s files are available only if the user used a factor recently', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { merchantId } = merchant.key;
  await signIn();
  await setFactorAt(db, merchantId, 0);
  await openLoaded(page, '/dashboard/wallets');
  await expect(page.getByRole('button', { name: 'Copy descriptor' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show whole descriptor' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByRole('link', { name: 'Sign in again' })).toBeVisible();
  await expectNoAxeViolations(page, 'the question without a password');
  await setFactorAt(db, merchantId, Date.now());
  await question.getByRole('button', { name: 'I have signed in' }).click();
  await expect(page.getByRole('button', { name: 'Copy descriptor' })).toBeVisible();

  await setFactorAt(db, merchantId, 0);
  await openLoaded(page, '/dashboard/reports');
  await page.getByRole('link', { name: 'CSV' }).first().click();
  await expect(question).toBeVisible();
  await setFactorAt(db, merchantId, Date.now());
  const download = page.waitForEvent('download');
  await question.getByRole('button', { name: 'I have signed in' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('the pages and dialogs for the second factor fit a phone', async ({ page, merchant }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { db } = merchant.base;
  const { merchantId, email } = await newUser(db);
  await enterPassword(page, email);
  await openLoaded(page, '/dashboard/settings');
  await page.getByRole('button', { name: 'Set up app' }).click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  expect(await findOverflowingElements(page)).toEqual([]);
  const secret = await page.getByRole('dialog').locator('code').innerText();
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, new Date()));
  await page.getByRole('dialog').getByRole('button', { name: 'Set up app' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(10);
  expect(await findOverflowingElements(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have stored them' }).click();
  await setFactorAt(db, merchantId, Date.now() - 601_000);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  expect(await findOverflowingElements(page)).toEqual([]);
});
