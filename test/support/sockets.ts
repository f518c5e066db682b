import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'net.client.socket';

/**
 * Runs `act` and returns how many outgoing TCP connections this process opened during it, as Node's
 * net layer reports them. Connections that only check whether a database is alive do not count.
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
