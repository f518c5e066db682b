import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'net.client.socket';

/**
 * Returns how many TCP connections this process opens while `act` runs, according to Node's net
 * layer. Connections that only check whether a database responds do not count.
 */
export async function countSockets(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onSocket = () => {
    // A database client of an earlier test in this worker may check whether its database responds.
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
