import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { createPaymentOnce } from '@/lib/payments/create-payment';
import { createDeps } from '@/test/support/create-deps';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());

test('a repeated create request returns the payment even if its webhook URL has since been forbidden', async () => {
  const key = await createTestKey(base.db);
  const clock = () => new Date();
  const wanted = {
    amount: toSats(1_000),
    tolerancePpm: 0,
    requiredConfirmations: 3,
    expiresInSeconds: 3_600,
    webhookUrl: 'https://shop.example/',
    destinationAddress: null,
    reference: null,
    extra: null,
  };
  const claim = {
    apiKeyId: key.id,
    route: 'POST /v1/btc/payments',
    key: 'a',
    bodyHash: '00'.repeat(32),
  };
  const first = createDeps(base, async () => ['8.8.8.8']);
  let made: unknown;
  const repeat = createDeps(base, async () => {
    made = await createPaymentOnce(first, key.actor, wanted, claim, clock());
    return ['10.0.0.1'];
  });
  const again = await createPaymentOnce(repeat, key.actor, wanted, claim, clock());
  expect(again).toEqual({ ...(made as object), replayed: true });
  expect(await base.db.$count(payment, eq(payment.apiKeyId, key.id))).toBe(1);
});
