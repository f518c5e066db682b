import { readFileSync } from 'node:fs';
import http, { type RequestListener, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from '@/test/support/app';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import type { BrowserServer } from './browser-merchant';
import { test as base } from './pay-test';

interface WorkerFixtures {
  /**
   * A second server on the same database, for HTTPS. It has no exchange rates, and refuses webhook
   * URLs with private addresses.
   */
  readonly publicServer: { readonly url: string; output(): string };
}

interface Fixtures {
  /** Serves a page on another origin. Returns the other origin. */
  readonly otherSite: (html: () => string) => Promise<string>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ignoreHTTPSErrors: true,
  publicServer: [
    async ({ server }, use) => {
      let app: TestApp | undefined;
      const proxy = https.createServer(
        { cert: certificate('certificate'), key: certificate('key') },
        (request, response) => pass(app?.url ?? '', request, response),
      );
      const url = `https://127.0.0.1:${await listen(proxy, '127.0.0.1')}`;
      app = await startPublic(server, url);
      await use({ url, output: app.output });
      await app.stop();
      end(proxy);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are used
  otherSite: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (html) => {
      const server = http.createServer((_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(`<!doctype html><html lang="en"><title>Tea shop</title>${html()}</html>`);
      });
      servers.push(server);
      return `http://localhost:${await listen(server, 'localhost')}`;
    });
    servers.forEach(end);
  },
});
export { expect } from '@playwright/test';

const certificate = (name: string) => readFileSync(`test/vectors/webhooks/tls/${name}.pem`);

function startPublic({ base: { url } }: BrowserServer, appUrl: string): Promise<TestApp> {
  return startApp({
    databaseUrl: url,
    env: {
      APP_URL: appUrl,
      BITCOIN_REGTEST: 'sandbox',
      PRICE_SOURCES: 'off',
      SECRET_KEY: TEST_SECRET_KEY,
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOK_PRIVATE_TARGETS: 'deny',
    },
  });
}

function pass(to: string, ...[request, response]: Parameters<RequestListener>): void {
  const { method, headers, url = '' } = request;
  const onward = http.request(new URL(url, to), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}
