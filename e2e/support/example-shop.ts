import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { findFreePort } from '@/scripts/lib/ports.mjs';
import { Blocktally } from '@/sdk/src/client';
import type { Payment } from '@/sdk/src/index';
import { until } from '@/test/support/wait';
import type { BrowserMerchant } from './browser-merchant';
import { test as base } from './pay-test';

/** The program in `examples/shop`, installed and started according to its README. */
interface ExampleShop {
  url(): string;
  /** Posts a signed payment.confirmed to the shop. Returns the status of the response. */
  tell(eventId: string, paymentId: string, secret?: string): Promise<number>;
  newestPayment(): Promise<Payment>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export const test = base.extend<{ example: ExampleShop }>({
  example: [
    async ({ merchant }, use) => {
      const example = await openExampleShop(merchant);
      await use(example);
      await example.close();
    },
    // This includes the installation of the shop's packages.
    { timeout: 180_000 },
  ],
});

export { expect } from '@playwright/test';

async function openExampleShop({ app, key }: BrowserMerchant): Promise<ExampleShop> {
  const folder = install();
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess;
  const start = async () => {
    child = spawn(process.execPath, ['server.mjs'], {
      cwd: path.join(folder, 'examples/shop'),
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PORT: String(port),
        BLOCKTALLY_URL: app.url,
        KEY: key.apiKey,
        SECRET: key.signingSecret,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await until('the shop is open', async () => (await fetch(url)).ok);
  };
  const stop = async () => {
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  };
  await start();
  return {
    url: () => url,
    tell: async (eventId, paymentId, secret = key.signingSecret) => {
      const event = { version: '1', type: 'payment.confirmed', data: { payment_id: paymentId } };
      const body = JSON.stringify(event);
      const now = new Date();
      const headers = {
        'webhook-id': eventId,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(eventId, now, body),
      };
      return (await fetch(`${url}/webhooks`, { method: 'POST', headers, body })).status;
    },
    newestPayment: async () => {
      const client = new Blocktally({ baseUrl: app.url, apiKey: key.apiKey });
      const { data } = await client.listPayments({ from: 0, to: new Date(), limit: 1 });
      if (!data[0]) throw new Error('the shop has asked for no payment');
      return data[0];
    },
    restart: async () => {
      await stop();
      await start();
    },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the shop, compiles the client and installs the shop's packages. Returns the folder. */
function install(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-shop-'));
  for (const part of ['sdk', 'examples/shop', 'package.json']) {
    cpSync(path.join(ROOT, part), path.join(folder, part), {
      recursive: true,
      filter: (source) => !/(?:node_modules|dist|orders\.json)$/.test(source),
    });
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  npm('run', 'sdk:build');
  npm('ci', '--prefix', 'examples/shop', '--prefer-offline', '--no-audit', '--no-fund');
  return folder;
}
