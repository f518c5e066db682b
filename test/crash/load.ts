import { createPaymentsUntilAborted, type ShopBackend } from './client';
import type { AcknowledgedPayment, ClientResponses } from './client-responses';
import type { CrashSetup } from './crash-setup';
import type { SendUntilFinal } from './exchange';
import type { Findings } from './findings';
import { mineUntilAborted } from './miner';
import { PaymentSimulator } from './payment-simulator';
import { createOrdersUntilAborted, type Plugin } from './plugin';
import { refundUntilAborted } from './refunder';
import { clickLinksUntilAborted, createLinksUntilAborted } from './visitors';

const CLIENTS = 6;
const VISITORS = 3;
const PLUGINS = 2;

interface Clients {
  readonly exchange: SendUntilFinal;
  readonly client: ShopBackend;
  readonly plugin: Plugin;
  readonly notebook: ClientResponses;
  readonly findings: Findings;
}

export function startLoad(
  { randomOf, hooks, node }: CrashSetup,
  { exchange, client, plugin, notebook, findings }: Clients,
) {
  const clientsOver = new AbortController();
  const restOver = new AbortController();
  const payer = new PaymentSimulator(node.node, randomOf('payer'));
  const readers = randomOf('readers');
  const onAcknowledged = (acknowledged: AcknowledgedPayment) => {
    notebook.acknowledged.push(acknowledged);
    payer.takeOn(acknowledged.payment, () => client.cancel(acknowledged));
    if (readers.chance(0.3)) checks.push(client.check(readers.pick(notebook.acknowledged)));
  };
  const checks: Promise<void>[] = [];
  const { signal } = clientsOver;
  const clients = [
    ...Array.from({ length: CLIENTS }, (_, n) =>
      createPaymentsUntilAborted(client, randomOf(`client ${n}`), signal, {
        name: `order-${n}`,
        hookUrls: hooks.urls,
        findings,
        onAcknowledged,
      }),
    ),
    refundUntilAborted(client, payer, randomOf('refunds'), signal, { notebook, findings }),
    createLinksUntilAborted(client, randomOf('links'), signal, { notebook, hookUrls: hooks.urls }),
    ...Array.from({ length: PLUGINS }, (_, n) =>
      createOrdersUntilAborted(plugin, randomOf(`plugin ${n}`), signal, {
        name: `cart-${n}`,
        notebook,
        payer,
      }),
    ),
    ...Array.from({ length: VISITORS }, (_, n) =>
      clickLinksUntilAborted(exchange, randomOf(`visitor ${n}`), signal, {
        name: `visitor-${n}`,
        client,
        notebook,
        findings,
        onAcknowledged,
      }),
    ),
  ];
  const paying = payer.keepPaying(restOver.signal);
  const mining = mineUntilAborted(node.node, randomOf('miner'), restOver.signal);
  return {
    /** Waits until all clients have finished their current work. Returns the number of reorgs. */
    end: async () => {
      clientsOver.abort();
      await Promise.all(clients);
      restOver.abort();
      await Promise.all([paying, ...checks]);
      return mining;
    },
  };
}
