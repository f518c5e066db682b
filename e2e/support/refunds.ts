import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { address } from 'bitcoinjs-lib';
import { expectNoAxeViolations, waitForTransitions } from './axe';
import type { BrowserMerchant } from './browser-merchant';
import { findOverflowingElements } from './find-overflowing-elements';
import { parsePaymentUri, readQr } from './read-qr';

/** Regtest addresses to which customers want their refunds. */
export const REFUND_ADDRESS = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
export const OTHER_REFUND_ADDRESS =
  'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
/**
 * Returns a new address, because an output counts for the oldest refund with its address, which
 * could belong to another test.
 */
export const newRefundAddress = () => address.toBech32(randomBytes(20), 0, 'bcrt');
export const LATE_TITLE = 'Ship anyway, or give the money back';

type Merchant = BrowserMerchant;

export const dialogOf = (page: Page) => page.getByRole('dialog');
export const nextStepRegion = (page: Page) => page.getByRole('region', { name: 'Next step' });

/** Checks that the page, in its current state, fits a desktop, a tablet and a phone. */
export async function expectFits(page: Page, what: string): Promise<void> {
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflowingElements(page), `${what} at ${width} px`).toEqual([]);
    expect(await cutOff(page), `${what} at ${width} px`).toEqual([]);
    const folder = process.env.SHOTS;
    for (const colorScheme of folder ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme });
      await waitForTransitions(page);
      await page.screenshot({ path: `${folder}/${what}-${width}-${colorScheme}.png` });
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectNoAxeViolations(page, what);
}

function cutOff(page: Page): Promise<string[]> {
  return dialogOf(page).evaluateAll((dialogs) =>
    dialogs.flatMap((dialog) =>
      [dialog, ...dialog.children].flatMap(({ scrollWidth, clientWidth, className }) =>
        scrollWidth > clientWidth + 1 ? `${className}: ${scrollWidth} px` : [],
      ),
    ),
  );
}

export async function payQrInDialog(page: Page, merchant: Merchant): Promise<void> {
  const scanned = parsePaymentUri(await readQr(dialogOf(page).locator('.qr-tile')));
  expect(scanned.address).toBe(REFUND_ADDRESS);
  await merchant.pay(scanned.address, scanned.sats);
}
