import { eq } from 'drizzle-orm';
import { merchantFace } from '@/db/schema/faces';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { drawTestLogo } from './support/face';
import { findOverflowingElements } from './support/find-overflowing-elements';

test.beforeEach(async ({ signIn }) => signIn('owner'));
test.afterEach(async ({ merchant: { base, key } }) => {
  await base.db.delete(merchantFace).where(eq(merchantFace.merchantId, key.merchantId));
});

const fileOf = (name: string, mimeType: string, bytes: Uint8Array) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
});

test('an uploaded logo appears on the payment page and in the preview, and can be removed', async ({
  page,
}) => {
  await page.goto('/dashboard/settings');
  const png = drawTestLogo().get_bytes();
  await page
    .getByLabel('Logo', { exact: true })
    .setInputFiles(fileOf('logo.png', 'image/png', png));
  await expect(page.getByAltText('Your logo')).toBeVisible();
  const preview = page.frameLocator('iframe[title*="light theme"]');
  await expect(preview.locator('.slip-merchant img')).toBeVisible();
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await expect(page.getByAltText('Your logo')).toHaveCount(0);
  await expect(preview.locator('.slip-merchant img')).toHaveCount(0);
});

test('a logo that is too large, of another file type, or a decompression bomb is refused with the reason', async ({
  page,
}) => {
  await page.goto('/dashboard/settings');
  const input = page.getByLabel('Logo', { exact: true });
  const png = drawTestLogo().get_bytes();
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(60_000, 16);
  bomb.writeUInt32BE(60_000, 20);
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const [file, reason] of [
    [fileOf('big.png', 'image/png', new Uint8Array(300 * 1024)), 'The file has 300 kB.'],
    [fileOf('logo.png', 'image/png', script), 'Export the logo as PNG'],
    [fileOf('logo.png', 'image/png', Buffer.from('GIF89a…')), 'Use a PNG, JPEG or WebP image.'],
    [fileOf('bomb.png', 'image/png', bomb), 'more than 2000 pixels on a side'],
    [fileOf('cut.png', 'image/png', png.slice(0, 90)), 'This image is damaged.'],
  ] as const) {
    await input.setInputFiles(file);
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
  }
  await expect(page.getByAltText('Your logo')).toHaveCount(0);
});

test('a color that is hard to read is adjusted, and the branding settings mention the adjustment', async ({
  page,
}) => {
  await page.goto('/dashboard/settings');
  await page.getByLabel('Color', { exact: true }).fill('#ffe600');
  await expect(page.getByText('Adjusted to be readable in the light theme.')).toBeVisible();
  const preview = page.frameLocator('iframe[title*="dark theme"]');
  const accent = () =>
    preview.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--accent'));
  await expect.poll(accent).toBe('#ffe600');
});

test('the branding preview updates while the owner types, and saved branding is kept after a reload', async ({
  page,
}) => {
  await page.goto('/dashboard/settings');
  const preview = page.frameLocator('iframe[title*="light theme"]');
  await page.getByLabel('Support e-mail').fill('orders@acme.example');
  await expect(preview.getByText('orders@acme.example')).toBeVisible();
  await page.getByLabel('Terms').fill('http://acme.example/terms');
  const save = page.getByRole('button', { name: 'Save the payment page' });
  await save.click();
  await expect(page.getByText('begins with https://')).toBeVisible();
  await page.getByLabel('Terms').fill('https://acme.example/terms');
  await save.click();
  await expect(page.getByText('Payment page changed.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Support e-mail')).toHaveValue('orders@acme.example');
  await page.getByLabel('Support e-mail').fill('');
  await save.click();
  await expect(save).toBeDisabled();
  await expect(preview.getByText('orders@acme.example')).toHaveCount(0);
});

for (const width of [1440, 390]) {
  test(`at ${width} px, the branding settings fit the screen and have no axe violations`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await openLoaded(page, '/dashboard/settings');
    await page.getByLabel('Color', { exact: true }).fill('#ffe600');
    await expect(page.getByText('Adjusted to be readable')).toBeVisible();
    await expectNoAxeViolations(page, 'settings');
    expect(await findOverflowingElements(page)).toEqual([]);
  });
}
