import type postgres from 'postgres';
import { answersOf } from './answers-of';
import { isConnectionLost } from './connection-lost';
import { observeCalls } from './observe-calls';

/** Between two looks at whether anything was answered. */
const LOOK_EVERY_MS = 5_000;

/**
 * Ends the statements of a client whose server has gone silent, as one does whose cable is pulled:
 * otherwise they would wait for a quarter of an hour (15 retransmissions of TCP on Linux). They fail
 * as those of any lost connection, and the client is of no more use.
 *
 * While statements run and none is answered, the server is asked over new connections. One that
 * answers, or refuses, is alive, and its statements may take as long as they like. Of several hosts a refusal
 * counts as silence: while all refuse, the driver (postgres.js 3.4) asks one after the other without an end.
 *
 * @param client is changed, and returned
 */
export function giveUpSilent(client: postgres.Sql): postgres.Sql {
  const { host: hosts, port: ports, path } = client.options;
  // A server of this machine cannot go silent without its kernel.
  if (path) return client;
  const end = client.end.bind(client);
  let underWay = 0;
  let answers = 0;
  let seen = 0;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;

  async function look(): Promise<void> {
    if (underWay === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    if (isAsking || underWay === 0 || answers !== seen) {
      seen = answers;
      return;
    }
    isAsking = true;
    const found = await answersOf(hosts, ports);
    const isAway = found.every((one) => one === 'none' || (one === 'refusal' && hosts.length > 1));
    isAsking = false;
    if (!isAway || underWay === 0 || answers !== seen) return;
    // With a host left to ask, the driver fails no statement that waits for its connection.
    client.options.host = hosts.slice(0, 1);
    await end({ timeout: 0 });
  }

  return observeCalls(client, () => {
    underWay += 1;
    timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
    return (error) => {
      underWay -= 1;
      if (!isConnectionLost(error)) answers += 1;
    };
  });
}
