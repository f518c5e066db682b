import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { ROOT } from './lib/checkout.mjs';

const USAGE = `Takes the pictures of the landing page from a new demonstration installation.

  DATA_DIR=/tmp/pictures PORT=3100 npm start
  APP=http://localhost:3100 node scripts/write-pictures.mjs /tmp/pictures

It creates payments there, in the order of the pictures. CHROME_PATH is a Chromium (default
/usr/bin/chromium).`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' } },
});
const [dataFolder = '.data'] = positionals;
if (options.help) {
  console.log(USAGE);
  process.exit(0);
}

const app = process.env.APP ?? 'http://localhost:3000';
const demo = JSON.parse(readFileSync(path.join(dataFolder, 'demo.json'), 'utf8'));
const FOLDER = path.join(ROOT, 'app/(site)/_pictures');
const QUALITY = 82;

async function call(route, body) {
  const response = await fetch(`${app}/v1/${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${demo.api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${route}: ${response.status} ${await response.text()}`);
  return response.json();
}

let order = 1036;
async function create(amount, confirmations) {
  const reference = `Order ${order++}`;
  const body = { amount_sats: amount, required_confirmations: confirmations, reference };
  return call('btc/payments', body);
}

async function pay(amount, confirmations) {
  const { id } = await create(amount, confirmations);
  await call('sandbox/pay', { payment_id: id });
}

const mine = (blocks) => call('sandbox/mine', { blocks });

/** Some hours of a shop. @returns the payment that waits for its money */
async function fillShop() {
  await mine(9);
  await pay(48_000, 1);
  await mine(1);
  await pay(310_000, 2);
  await mine(2);
  await pay(95_000, 3);
  await mine(1);
  await pay(1_250_000, 3);
  await mine(1);
  await pay(21_500, 2);
  await mine(1);
  await pay(74_000, 3);
  return create(125_000, 3);
}

/** @param size of the page, in CSS pixels; twice as many in the picture */
async function openPage(browser, colorScheme, [width, height]) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    colorScheme,
    reducedMotion: 'reduce',
    baseURL: app,
  });
  return context.newPage();
}

async function take(page, name) {
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  writeFileSync(path.join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
}

const { checkout_url: checkout } = await fillShop();
const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const theme of ['light', 'dark']) {
    const phone = await openPage(browser, theme, [360, 760]);
    await phone.goto(new URL(checkout).pathname);
    await phone.getByRole('button', { name: 'Copy address' }).waitFor();
    await take(phone, `payment-page-${theme}`);

    const desk = await openPage(browser, theme, [1120, 720]);
    await desk.goto('/sign-in');
    await desk.getByLabel('E-mail').fill(demo.email);
    await desk.getByLabel('Password', { exact: true }).fill(demo.password);
    await desk.getByRole('button', { name: 'Sign in' }).click();
    await desk.waitForURL('**/dashboard');
    await desk.getByRole('heading', { name: 'Blocks' }).waitFor();
    await desk.waitForLoadState('networkidle');
    await take(desk, `dashboard-${theme}`);
  }
} finally {
  await browser.close();
}
