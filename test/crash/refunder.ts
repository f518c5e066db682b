import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { address } from 'bitcoinjs-lib';
import type { Random } from '@/test/support/random';
import type { ShopBackend } from './client';
import type { ClientResponses, RecordedRefund } from './client-responses';
import type { Findings } from './findings';
import type { PaymentSimulator } from './payment-simulator';

/**
 * Records refunds of paid payments until `signal` aborts, and makes the node's wallet pay them.
 * Sends some requests twice, and records two equal refunds to some addresses.
 */
export async function refundUntilAborted(
  client: ShopBackend,
  payer: PaymentSimulator,
  random: Random,
  signal: AbortSignal,
  { notebook, findings }: { readonly notebook: ClientResponses; readonly findings: Findings },
): Promise<void> {
  const { acknowledged, refunds } = notebook;
  for (let n = 0; !signal.aborted; n += 1) {
    await sleep(random.int(50, 250), undefined, { signal }).catch(() => {});
    // The newest payments are not in a block yet, so they cannot be refunded.
    const older = acknowledged.slice(0, Math.ceil(acknowledged.length / 2));
    if (older.length === 0) continue;
    const paymentId = random.pick(older).payment.id;
    const earlier = random.chance(0.25) ? refunds.at(-1)?.refund : undefined;
    const body = {
      amount_sats: earlier?.amount_sats ?? random.int(1_000, 4_000),
      address: earlier?.address ?? newAddress(),
    };
    const send = () => client.refund(paymentId, `refund-${n}`, body);
    const answers = await Promise.all([send(), ...(random.chance(0.2) ? [send()] : [])]);
    if (random.chance(0.1)) answers.push(await send());
    const [refund, ...again] = answers.flatMap((one) => one ?? []);
    if (!refund) continue;
    const others = again.filter(({ id }) => id !== refund.id);
    findings.noteAll(
      'refunds lost or doubled',
      others.map(({ id }) => `refund-${n}: ${refund.id}, ${id}`),
    );
    const given: RecordedRefund = { refund, isReplaced: false };
    refunds.push(given);
    payer.giveBack(given);
  }
}

/** Nobody owns the address, so no later payment spends an output to it. */
const newAddress = () => address.toBech32(randomBytes(20), 0, 'bcrt');
