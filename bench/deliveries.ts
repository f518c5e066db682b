import { createLogger } from '@/lib/log';
import { PER_HOST } from '@/lib/webhooks/claim';
import { dispatchDue } from '@/lib/webhooks/dispatch';
import { createTestKey, testVault } from '@/test/support/factories';
import { sendBarely } from './deliveries/bare-sender';
import { makeDeliveries } from './deliveries/due';
import type { Bench, BenchContext } from './support/bench';
import { interleave } from './support/interleave';
import { script, startServer } from './support/processes';
import { ratioOf, spreadOf } from './support/spread';

const LEAST_OF_FLOOR = 0.5;

/** Webhooks to one endpoint: signed, checked, and with every attempt recorded before and after. */
export const deliveries: Bench = {
  name: 'deliveries',
  about: 'webhooks a second to one local receiver, every attempt recorded',
  async run(context) {
    const receiver = await startServer({
      args: (port) => script('bench/deliveries/receiver-process.ts', String(port)),
      ready: '/',
    });
    const url = `${receiver.url}/hooks`;
    const { ours, floor } = await interleave(context.tiny ? 1 : 5, {
      ours: () => perSecond(context, url, 'ours'),
      floor: () => perSecond(context, url, 'floor'),
    });
    await receiver.stop();
    const ratio = ratioOf(ours, floor);
    return [
      {
        what: `webhooks delivered, ${PER_HOST} at once`,
        unit: 'a second',
        value: spreadOf(ours),
        floor: { what: 'claim and post, no records', value: spreadOf(floor) },
        ratio,
        target: { text: `at least ${LEAST_OF_FLOOR}`, met: ratio.median >= LEAST_OF_FLOOR },
      },
    ];
  },
};

async function perSecond(
  { place, tiny }: BenchContext,
  url: string,
  which: 'ours' | 'floor',
): Promise<number> {
  const base = await place.database();
  const key = await createTestKey(base.db);
  const count = tiny ? 50 : 3_000;
  await makeDeliveries(base.db, key, count, url);
  const deps = {
    db: base.db,
    vault: testVault,
    policy: { allowPrivate: true },
    log: createLogger('silent'),
  };
  const began = performance.now();
  const sent =
    which === 'ours'
      ? await dispatchDue(deps, () => new Date())
      : await sendBarely(base.db, PER_HOST);
  const seconds = (performance.now() - began) / 1_000;
  await base.drop();
  if (sent !== count) throw new Error(`${sent} of ${count} were sent`);
  return count / seconds;
}
