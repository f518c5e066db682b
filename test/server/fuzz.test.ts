import { expect, test } from 'vitest';
import { sealSession } from '@/lib/auth/session-cookie';
import { sessionSecret } from '@/lib/keys/secret-key';

import { openSampleMerchant } from '@/test/access/sample-merchant';
import { formatFuzzReport, fuzz } from '@/test/fuzz/fuzz';
import { openHttpSender } from '@/test/fuzz/send-over-http';
import { serverTargets } from '@/test/fuzz/server-targets';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

/** So little memory that a leak ends the server within the test. */
const HEAP_MIB = 200;

const base = await openForTestFile(createTestDatabase());
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: {
      SECRET_KEY: TEST_SECRET_KEY,
      BITCOIN_REGTEST: 'sandbox',
      METRICS_TOKEN: 'm'.repeat(24),
      RATE_LIMIT_PER_KEY: '0',
      RATE_LIMIT_PER_IP: '0',
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    },
  }),
);
const merchant = await openSampleMerchant(base, app, 'fuzzed');

test('every request to any route gets a response, and never an internal error', async () => {
  const secret = sessionSecret(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));
  const cookies = {
    owner: await sealSession(merchant.owner.sessionId, secret),
    other: await sealSession(merchant.member.sessionId, secret),
  };
  const http = openHttpSender(app.url);
  const result = await fuzz(serverTargets(merchant, cookies), http.send, 30);
  http.close();
  process.stdout.write(`fuzz the server: ${formatFuzzReport(result)}\n`);
  expect(result.failures).toEqual([]);
  expect(result.statuses.get(200)).toBeGreaterThan(result.requests / 20);
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200);
  expect(app.output().split('\n').filter(isFault)).toEqual([]);
});

/** Checks only the words of a log line, since its ids may contain any text. */
function isFault(line: string): boolean {
  const { level = 0, msg = line } = line.startsWith('{') ? JSON.parse(line) : {};
  return level >= 50 || /unhandled|⨯|fatal|heap/i.test(msg);
}
