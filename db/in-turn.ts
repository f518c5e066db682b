import type postgres from 'postgres';

/**
 * Opens clients that begin with one host of the URL after the other. The driver (postgres.js 3.4) fails
 * a statement at a host that does not answer in time, and a new client would begin with the same one.
 *
 * @param open opens a client, which has not connected yet
 */
export function inTurn<Given extends unknown[]>(
  open: (...given: Given) => postgres.Sql,
): (...given: Given) => postgres.Sql {
  let opened = 0;
  return (...given) => {
    const client = open(...given);
    const { host, port } = client.options;
    const first = opened % host.length;
    host.push(...host.splice(0, first));
    port.push(...port.splice(0, first));
    opened += 1;
    return client;
  };
}
