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
 * answers, or refuses, is alive, and its statements may take as long as they like.
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
    const asked = hosts.map((host, nth) => isSilent(host, ports[nth] ?? 5432));
    const areSilent = (await Promise.all(asked)).every(Boolean);
    isAsking = false;
    if (areSilent && underWay > 0 && answers === seen) await end({ timeout: 0 });
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

/** Whether nothing answers at an address, not even with a refusal. */
function isSilent(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const told = (silent: boolean) => {
      clearTimeout(late);
      socket.destroy();
      resolve(silent);
    };
    // setImmediate: an answer that arrived while this process was too busy to read it is read first.
    const late = setTimeout(() => setImmediate(told, true), ANSWERS_WITHIN_MS);
    socket.once('connect', () => socket.write(SSL_REQUEST));
    socket.once('data', () => told(false));
    socket.once('end', () => told(false));
    socket.once('error', (error) => told(isUnreachable(error)));
  });
}
