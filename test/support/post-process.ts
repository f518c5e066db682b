import { setImmediate } from 'node:timers/promises';
import { EndpointConnections } from '@/lib/webhooks/transport/endpoint-connections';
import { LONG_IDLE, postOverPool } from './keeping';

/** Sends two webhooks. Afterwards, this program must exit although its connection stays open. */
const [url = ''] = process.argv.slice(2);
const connections = new EndpointConnections(LONG_IDLE);

/** Waits until the connection is idle, which happens shortly after the end of a response. */
async function kept(): Promise<void> {
  while (connections.idle === 0) await setImmediate();
}

void postOverPool(url, connections)
  .then(kept)
  .then(() => postOverPool(url, connections))
  .then(kept)
  .then(() => process.stdout.write(`idle: ${connections.idle}\n`));
