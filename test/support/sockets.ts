import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'net.client.socket';

/**
 * Runs `act` and counts the outgoing TCP connections that this process opens during it, as Node's
 * own net layer reports them. Ignores connections that only check whether a database is alive.
 */
export async function countSockets(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onSocket = () => {
    // A client of an earlier test in this worker may check whether its database is alive.
    if (!new Error().stack?.includes('db/probe-hosts')) count += 1;
  };
  subscribe(CHANNEL, onSocket);
  try {
    await act();
    return count;
  } finally {
    unsubscribe(CHANNEL, onSocket);
  }
}
