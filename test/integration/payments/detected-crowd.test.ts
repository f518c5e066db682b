import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { withSeal } from '@/lib/keys/seal';
import { recomputePayments } from '@/lib/payments/recompute-payments';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { draftFor } from '@/test/support/plain-terms';
import { countRowsRead } from '@/test/support/rows-read';
import { sealRows } from '@/test/support/seals';

const WAITING = 5_000;
const TIP = 1_000;

const { db } = await openForTestFile(createTestDatabase());
const key = await createTestKey(db);

test('settling a payment does not read other payments that wait for their first confirmation', async () => {
  const draft = { ...draftFor(key), script: 'script', derivationIndex: 0 };
  await db.insert(payment).values(withSeal('payment', { ...draft, status: 'detected' } as const));
  await db.execute(sql`
    insert into payment
    select copy.* from payment p, generate_series(1, ${WAITING}::int) n,
      jsonb_populate_record(p, jsonb_build_object('id', p.id || n, 'checkout_id', p.checkout_id || n,
        'script', p.script || n, 'derivation_index', n)) copy`);
  await db.execute(sql`update payment set covered_height = ${TIP}::int where derivation_index = 1`);
  await db.execute(sql`
    insert into transaction (network, txid, height, first_seen_at, spends)
    values ('regtest', 'paid', ${TIP}::int, now(), '{}')`);
  await db.execute(sql`
    insert into output (network, txid, vout, payment_id, sats)
    values ('regtest', 'paid', 0, ${draft.id}, ${draft.requiredSats}::bigint)`);
  await sealRows(db);
  await db.execute(sql`vacuum analyze payment`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const settle = () => recomputePayments(tx, 'regtest', ['paid'], TIP, new Date());
    expect(await countRowsRead(tx, 'payment', settle)).toBeLessThan(50);
    const [row] = await tx.execute(sql`
      select status, covered_height from payment where id = ${draft.id}`);
    expect(row).toEqual({ status: 'detected', covered_height: TIP });
  });
});
