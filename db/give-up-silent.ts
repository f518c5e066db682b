import { connect } from 'node:net';
import type postgres from 'postgres';
import { isConnectionLost, isUnreachable } from './connection-lost';
import { observeCalls } from './observe-calls';

/** Between two looks at whether anything was answered. */
const LOOK_EVERY_MS = 5_000;
/** For a server to answer a new connection. */
const ANSWERS_WITHIN_MS = 10_000;
/** SSLRequest: a server answers it with one byte, before any login. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

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
    const asked = hosts.map((host, nth) => answerOf(host, ports[nth] ?? 5432));
    const found = await Promise.all(asked);
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

/** What answers at an address: a server, a refusal, or nothing. */
function answerOf(host: string, port: number): Promise<'server' | 'refusal' | 'none'> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const told = (answer: 'server' | 'refusal' | 'none') => {
      clearTimeout(late);
      socket.destroy();
      resolve(answer);
    };
    // setImmediate: an answer that arrived while this process was too busy to read it is read first.
    const late = setTimeout(() => setImmediate(told, 'none'), ANSWERS_WITHIN_MS);
    socket.once('connect', () => socket.write(SSL_REQUEST));
    socket.once('data', () => told('server'));
    socket.once('end', () => told('server'));
    socket.once('error', (error) => told(isUnreachable(error) ? 'none' : 'refusal'));
  });
}
