import { toDataURL } from 'qrcode';
import { deriveReceive } from '@/test/support/derive-receive';
import { randomDescriptor } from '@/test/support/factories';
import { urParts } from '@/test/support/wallet-files/codes';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';

const FIELD = 'Descriptor, public key or file';

function coreFile() {
  const descriptors = [randomDescriptor('regtest'), randomDescriptor('regtest')];
  const text = JSON.stringify({
    wallet_name: 'shop',
    descriptors: descriptors.flatMap((desc) => [
      { desc, internal: false, active: true },
      { desc: desc.replace('/0/*', '/1/*'), internal: true, active: true },
    ]),
  });
  return { descriptors, text };
}

test('an owner drops a wallet file onto the form, chooses one of its wallets, and compares the first address', async ({
  page,
  signIn,
}) => {
  await signIn();
  const { descriptors, text } = coreFile();
  await page.goto('/dashboard/wallets/new');
  await page.getByLabel('Name').fill('From a file');
  const dropped = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'listdescriptors.json', { type: 'application/json' }));
    return data;
  }, text);
  await page.getByLabel(FIELD).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByText('Recognized: JSON with descriptors, 2 wallets')).toBeVisible();
  await page.getByRole('button', { name: 'Save wallet' }).click();
  await expect(page.getByText('Choose one of the wallets.')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);

  const { address } = deriveReceive(descriptors[1] ?? '', 'regtest', 0);
  const choices = page.getByRole('group', { name: 'Which wallet receives the money?' });
  await choices.getByRole('radio').nth(1).check();
  const preview = page.getByRole('region', { name: 'First addresses' });
  await expect(preview.getByRole('listitem').first()).toContainText(address.slice(0, 6));
  await page.getByRole('button', { name: 'Save wallet' }).click();
  await expect(page).toHaveURL(/\/wallets\/[^/]+\/address$/);
  await expect(page.getByText('Not compared yet.')).toBeVisible();
  const sheet = page.getByRole('region', { name: 'Address', exact: true });
  await expect(sheet.locator('.address')).toHaveText(address);
  expect(await findAxeViolations(page)).toEqual([]);
});

test('a wallet file can be chosen with a button, and a file of more than 1 MB is refused', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/wallets/new');
  const chooser = async (name: string, text: string) => {
    const opened = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose file' }).click();
    await (await opened).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await chooser('large.txt', 'x'.repeat(1_000_001));
  await expect(page.getByText('This file has more than 1 MB.')).toBeVisible();
  await chooser('descriptor.txt', `External: ${randomDescriptor('regtest')}\n`);
  await expect(page.getByText('Recognized: Descriptor')).toBeVisible();
  const preview = page.getByRole('region', { name: 'First addresses' });
  await expect(preview.getByRole('listitem')).toHaveCount(5);
});

test('the wallet form warns that some exchanges do not support taproot, and shows an error for an unsupported descriptor', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/wallets/new');
  const key = /tpub\w+/.exec(randomDescriptor('regtest'))?.[0];
  await page.getByLabel(FIELD).fill(`tr(${key}/0/*)`);
  await expect(page.getByText('Some exchanges cannot pay to taproot addresses')).toBeVisible();
  await page.getByLabel(FIELD).fill(`combo(${key}/0/*)`);
  await expect(page.getByRole('alert').filter({ hasText: 'combo(…) has four' })).toBeVisible();
});

test('the Permissions-Policy header allows the camera only on the page for scanning QR codes', async ({
  page,
  signIn,
}) => {
  await signIn();
  const policyOf = async (path: string) =>
    (await page.goto(path))?.headers()['permissions-policy'] ?? '';
  expect(await policyOf('/dashboard/wallets/new')).toContain('camera=()');
  expect(await policyOf('/dashboard/wallets/scan')).toContain('camera=(self)');
});

test('the camera reads a device’s QR codes in any order, and stops when the wallet is complete', async ({
  page,
  signIn,
}) => {
  await signIn();
  const descriptor = randomDescriptor('regtest');
  const codes = urParts('bytes', new TextEncoder().encode(descriptor), 60, 1).split('\n');
  const pictures = await Promise.all(codes.map((code) => toDataURL(code.toUpperCase())));
  await page.addInitScript(showToCamera, pictures);
  await page.goto('/dashboard/wallets/new');
  await page.getByRole('link', { name: 'Scan QR code' }).click();
  await expect(page).toHaveURL(/\/wallets\/scan$/);
  await expect(page.getByText('Recognized: QR code: Descriptor')).toBeVisible();
  const preview = page.getByRole('region', { name: 'First addresses' });
  const { address } = deriveReceive(descriptor, 'regtest', 0);
  await expect(preview.getByRole('listitem').first()).toContainText(address.slice(0, 6));
  await expect(page.getByRole('button', { name: 'Scan again' })).toBeVisible();
  await expect(page.getByLabel('Camera')).toHaveCount(0);
  expect(await findAxeViolations(page)).toEqual([]);
});

test('without a camera, the scan page suggests using a file', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/dashboard/wallets/scan');
  await expect(page.getByText(/use a file/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
});

/** Replaces the camera with a stream of these pictures. */
function showToCamera(pictures: readonly string[]) {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 640;
  const context = canvas.getContext('2d');
  const images = pictures.map((source) => Object.assign(new Image(), { src: source }));
  let shown = 0;
  setInterval(() => {
    const image = images[shown % images.length];
    shown += 1;
    if (image?.complete) context?.drawImage(image, 20, 20, 600, 600);
  }, 150);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
}
