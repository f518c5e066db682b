import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { test as base, paymentPageUrl } from './pay-test';

interface ShopPage {
  /** Directives that replace the default `frame-src`, which allows the payment page. */
  readonly policy?: string;
  /** HTML for the shop's page; by default, a link to the payment page. */
  readonly content?: string;
  /** This script of the shop runs after the script that records the embed events. */
  readonly script?: string;
  readonly colorScheme?: 'light dark' | 'light' | 'dark';
}

/**
 * A shop on another origin, with a strict Content-Security-Policy. The API key allows this origin
 * to frame payment pages.
 */
interface EmbeddingShop {
  readonly origin: string;
  show(page: Page, payment: PaymentResponse, shown?: ShopPage): Promise<void>;
  heard(page: Page): Promise<[string, unknown][]>;
  allow(origins: readonly string[]): Promise<void>;
}

/** Records the events of embedded payment links, and every message to the page. */
const NOTING = `
window.heard = [];
window.messages = [];
for (const what of ['status', 'return', 'close'])
  document.addEventListener('blocktally:' + what, ({ detail }) => heard.push([what, detail]));
addEventListener('message', ({ data }) => messages.push(data));
`;

export const test = base.extend<{ shop: EmbeddingShop }>({
  shop: async ({ merchant }, use) => {
    const files = new Map<string, { type: string; text: string; policy?: string }>();
    const server = createServer(({ url = '' }, response) => {
      const { type, text, policy } = files.get(url) ?? { type: 'text/plain', text: 'Thanks' };
      response.setHeader('content-type', `${type}; charset=utf-8`);
      if (policy) response.setHeader('content-security-policy', policy);
      response.end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const service = merchant.app.url;
    const allow = async (origins: readonly string[]) => {
      const set = { embedOrigins: [...origins] };
      await merchant.base.db.update(apiKey).set(set).where(eq(apiKey.id, merchant.key.id));
    };
    await allow(['https://other.example', origin]);
    await use({
      origin,
      allow,
      show: async (page, payment, shown = {}) => {
        const { policy = `frame-src ${service}`, script = '', colorScheme = 'light dark' } = shown;
        const link = `<a href="${paymentPageUrl(merchant, payment)}" data-blocktally>Pay with Bitcoin</a>`;
        const content = `${shown.content ?? link} <button type="button">Another tea</button>`;
        const text = `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Tea shop</title>
<link rel="stylesheet" href="/shop.css"><script src="${service}/embed.js" async></script>
<script src="/shop.js" defer></script><main><h1>Tea shop</h1><p>${content}</p></main></html>`;
        const strict = `default-src 'none'; script-src 'self' ${service}; style-src 'self'`;
        const trusted = "require-trusted-types-for 'script'; trusted-types 'none'";
        files.set('/', { type: 'text/html', text, policy: `${strict}; ${trusted}; ${policy}` });
        files.set('/shop.js', { type: 'text/javascript', text: NOTING + script });
        const css = `:root { color-scheme: ${colorScheme} }
body { background: Canvas; color: CanvasText } main { min-height: 200vh }`;
        files.set('/shop.css', { type: 'text/css', text: css });
        await page.goto(origin, { waitUntil: 'load' });
      },
      heard: (page) => page.evaluate('heard'),
    });
    await allow([]);
    server.close();
    server.closeAllConnections();
  },
});

export { expect } from '@playwright/test';
