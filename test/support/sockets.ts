import { subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'net.client.socket';

/**
 * Returns how many TCP connections this process opens during `act`. Connections that only check
 * whether a database responds do not count.
 */
export async function countSockets(act: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const onSocket = () => {
    // A database client of an earlier test in this worker may be checking its database.
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
