import { startApp, type TestApp } from '@/test/support/app';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { newDatabase, type TestDatabase } from '@/test/support/new-database';
import { startSmtpServer, type TestSmtpServer } from '@/test/support/smtp-server';
import { until } from '@/test/support/wait';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { test as base, expect } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { enterPassword, newUser } from './support/user-with-password';

interface MailServer {
  readonly app: TestApp;
  readonly base: TestDatabase;
  readonly smtp: TestSmtpServer;
}

const test = base.extend<object, { mailServer: MailServer }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used
    async ({}, use) => {
      const [own, smtp] = await Promise.all([
        newDatabase(process.env.E2E_POSTGRES_URL ?? ''),
        startSmtpServer(),
      ]);
      const app = await startApp({
        databaseUrl: own.url,
        env: {
          BITCOIN_REGTEST: 'sandbox',
          MAIL_FROM: 'payments@shop.example',
          SECRET_KEY: TEST_SECRET_KEY,
          SMTP_URL: smtp.url().href,
        },
      });
      await use({ app, base: own, smtp });
      await app.stop();
      await Promise.all([smtp.close(), own.drop()]);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ mailServer }, use) => use(mailServer.app.url),
});

function linkTo({ smtp }: MailServer, email: string): Promise<string> {
  return until('the mail has arrived', () => {
    const sent = smtp.mails.filter(({ to }) => to.includes(email)).at(-1);
    // Undoes quoted-printable, which breaks long lines with "=" (RFC 2045, section 6.7).
    const text = sent?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    return /\/reset\/[\w-]{43}/.exec(text)?.[0];
  });
}

test('a password reset link works once and ends all other sessions', async ({
  page,
  browser,
  mailServer,
}) => {
  const { email } = await newUser(mailServer.base.db);
  const before = await browser.newPage({ baseURL: mailServer.app.url });
  await enterPassword(before, email);
  await expect(before.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();

  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  await expectNoAxeViolations(page, 'the request');
  await page.getByLabel('E-mail address').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  await expectNoAxeViolations(page, 'the answer');

  const link = await linkTo(mailServer, email);
  await page.goto(link);
  await expectNoAxeViolations(page, 'the new password');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await before.goto('/dashboard/keys');
  await expect(before).toHaveURL(/\/sign-in/);
  await before.close();

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Link no longer valid' })).toBeVisible();
  await expectNoAxeViolations(page, 'a used link');
  await enterPassword(page, email, 'another long password');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
});

test('a password reset request for an unknown e-mail address gets the usual response, but no mail is sent', async ({
  page,
  mailServer,
}) => {
  await page.goto('/reset');
  await page.getByLabel('E-mail address').fill('nobody@shop.example');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  const { email } = await newUser(mailServer.base.db);
  await page.goto('/reset');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await linkTo(mailServer, email);
  const recipients = mailServer.smtp.mails.flatMap(({ to }) => to);
  expect(recipients).not.toContain('nobody@shop.example');
});

test('an owner invites a member by mail, chooses notifications, and sends a test mail', async ({
  page,
  mailServer,
}) => {
  const { email } = await newUser(mailServer.base.db);
  await enterPassword(page, email);
  await page.goto('/dashboard/team');
  await page.getByRole('button', { name: 'Invite member' }).click();
  await page.getByLabel('E-mail address').fill('new@shop.example');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  await expect(page.getByText('The link is on its way by mail.')).toBeVisible();
  await until('the invitation has arrived', () =>
    mailServer.smtp.mails.some(({ to }) => to.includes('new@shop.example')),
  );
  await page.getByRole('button', { name: 'I have copied it' }).click();

  await openLoaded(page, '/dashboard/settings');
  const refunds = page.getByRole('checkbox', { name: 'Refunds' });
  await refunds.click();
  await expect(page.getByText('Notifications changed.')).toBeVisible();
  await openLoaded(page, '/dashboard/settings');
  await expect(refunds).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Keys, wallets and team' })).toBeChecked();
  await expectNoAxeViolations(page, 'the notifications');

  await openLoaded(page, '/dashboard/health');
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText(`A test mail to ${email} is on its way.`)).toBeVisible();
  await until('the test mail has arrived', () =>
    mailServer.smtp.mails.some(({ source }) => source.includes('Subject: Test mail')),
  );
  await expectNoAxeViolations(page, 'Health with mail');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);
});
