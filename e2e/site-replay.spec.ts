import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { watchShifts } from './support/layout-shifts';

/** Longer than the pause between two steps of the replay. */
const STEP_MS = 3_000;

test.beforeEach(({ page }) => page.clock.install());

test('the animation on the landing page runs only while it is visible, and a button stops it', async ({
  page,
}) => {
  await page.goto('/');
  const story = page.locator('figcaption p').nth(1);
  await expect(story).toContainText('the payment is confirmed');
  await page.clock.fastForward(10 * STEP_MS);
  // The replay is still below the visible part of the page, so it does not move.
  await expect(story).toContainText('the payment is confirmed');

  await story.scrollIntoViewIfNeeded();
  await expect(story).toContainText('Your backend creates a payment');
  await expect(story).toContainText('seen in the mempool');
  await page.getByRole('button', { name: 'Pause the replay' }).click();
  const stopped = (await story.textContent()) ?? '';
  await page.clock.fastForward(10 * STEP_MS);
  await expect(story).toHaveText(stopped);
  await page.getByRole('button', { name: 'Play the replay' }).click();
  await expect(story).not.toHaveText(stopped);
});

test('with reduced motion, the animation on the landing page does not start automatically', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const story = page.locator('figcaption p').nth(1);
  await story.scrollIntoViewIfNeeded();
  const play = page.getByRole('button', { name: 'Play the replay' });
  await expect(play).toBeVisible();
  await page.clock.fastForward(10 * STEP_MS);
  await expect(story).toContainText('the payment is confirmed');
  await play.click();
  await expect(story).toContainText('Your backend creates a payment');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the landing page loads only the pictures of the ${colorScheme} theme, without a layout shift`, async ({
    page,
  }) => {
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('.webp')) loaded.push(request.url());
    });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const shifts = await watchShifts(page);
    await page.goto('/');
    const pictures = page.locator('main img:visible');
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.width > 0]))
        .toEqual([Number(await picture.getAttribute('width')), true]);
    }
    expect(loaded.map((url) => url.includes(`-${colorScheme}`))).toEqual([true, true]);
    expect(await shifts()).toBeLessThan(0.01);
    expect(await findAxeViolations(page)).toEqual([]);
  });
}
