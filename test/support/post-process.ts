import { setImmediate } from 'node:timers/promises';
import { Connections } from '@/lib/webhooks/transport/connections';
import { LONG_IDLE, post } from './keeping';

/**
 * A program that sends two webhooks. Afterwards it must exit, although its connection stays open.
 */
const [url = ''] = process.argv.slice(2);
const connections = new Connections(LONG_IDLE);

/** Waits until the connection is idle. This happens shortly after the end of the response. */
async function kept(): Promise<void> {
  while (connections.idle === 0) await setImmediate();
}

void post(url, connections)
  .then(kept)
  .then(() => post(url, connections))
  .then(kept)
  .then(() => process.stdout.write(`idle: ${connections.idle}\n`));
