import { build } from 'esbuild';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { expect, test } from './support/embedding-shop';
import { paymentPageUrl } from './support/pay-test';

async function bundle(checkoutUrl: string): Promise<string> {
  const contents = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { PayLink } from './examples/react/pay-link';
const onStatus = ({ status }) => heard.push(['React', status]);
createRoot(document.getElementById('app')).render(
  createElement(PayLink, { href: ${JSON.stringify(checkoutUrl)}, onStatus }, 'Pay with Bitcoin'),
);`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'js' },
    bundle: true,
    write: false,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}

test('the React example opens the embed dialog, and the example’s component receives every status', async ({
  page,
  merchant,
  shop,
}) => {
  const created = await merchant.create({ required_confirmations: 6 });
  const script = await bundle(paymentPageUrl(merchant, created));
  await shop.show(page, created, { content: '<span id="app"></span>', script });
  await page.getByRole('link', { name: 'Pay with Bitcoin' }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Waiting for payment').first()).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await expect(frame.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  const heard = async () => (await shop.heard(page)).filter(([who]) => who === 'React');
  await expect.poll(heard).toEqual([
    ['React', 'pending'],
    ['React', 'detected'],
  ]);
});
