import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { openConnection, statusesOf } from '@/test/support/raw-exchange';
import { until } from '@/test/support/wait';
import { createWebServer, type WebServer } from './create-server';

let server: WebServer;
let site: string;
afterEach(() => {
  server.http.closeAllConnections();
  server.http.close();
});

describe('pipelined requests', () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  /** The server never responds, but collects its requests. */
  async function collect(): Promise<Map<string, ServerResponse>> {
    const begun = new Map<string, ServerResponse>();
    server = createWebServer(
      ({ url = '' }, response) => void begun.set(url, response),
      [new URL('http://localhost/')],
    );
    await once(server.http.listen(0, '127.0.0.1'), 'listening');
    site = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}`;
    return begun;
  }

  test('pipelined requests get their responses one after another', async () => {
    const begun = await collect();
    const connection = await openConnection(site);
    connection.write(get('/1') + get('/2'));
    await until('the first begins', () => begun.has('/1'));
    expect(begun.has('/2')).toBe(false);
    begun.get('/1')?.end('one');
    await until('the second begins', () => begun.has('/2'));
    begun.get('/2')?.end('two');
    await until('both are answered', () => connection.received().includes('two'));
    expect(statusesOf(connection.received())).toEqual([200, 200]);
  });

  test('pipelined requests that still wait are dropped when the connection is lost', async () => {
    const begun = await collect();
    const connection = await openConnection(site);
    connection.write(get('/1') + get('/2'));
    await until('the first begins', () => begun.has('/1'));
    connection.socket.resetAndDestroy();
    await until('the connection is lost', () => begun.get('/1')?.destroyed ?? false);
    begun.get('/1')?.end('one');
    expect([...begun.keys()]).toEqual(['/1']);
  });

  test('the server closes a connection on which more than 100 pipelined requests wait', async () => {
    const begun = await collect();
    const connection = await openConnection(site);
    connection.write(get('/').repeat(1_000));
    expect(await connection.closed()).toBe('');
    expect(begun.size).toBe(1);
  });
});
