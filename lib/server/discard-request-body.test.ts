import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBytes } from '@/lib/http/input/read-body';
import { openConnection, statusesOf } from '@/test/support/raw-exchange';
import { discardRequestBody } from './discard-request-body';

const CHUNK_BYTES = 65_536;
/** More bytes than the system buffers for a connection that nobody reads. */
const CHUNKS = 128;

let server: Server;
let site: string;

beforeAll(async () => {
  server = createServer(async (request: IncomingMessage, response) => {
    const body = readBytes({ headers: new Map(), body: request });
    const status = await body.then(
      () => 200,
      () => 413,
    );
    response.writeHead(status).end();
    discardRequestBody(request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a client that sends all of an oversized body gets the response, and can send another request', async () => {
  const connection = await openConnection(site);
  connection.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = `${CHUNK_BYTES.toString(16)}\r\n${'x'.repeat(CHUNK_BYTES)}\r\n`;
  for (let sent = 0; sent < CHUNKS; sent += 1) connection.write(chunk);
  connection.write('0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(statusesOf(await connection.closed())).toEqual([413, 200]);
});

test('a request whose body was read completely is not read further', async () => {
  const small = { method: 'POST', body: 'small' };
  expect((await fetch(site, small)).status).toBe(200);
  expect((await fetch(site, small)).status).toBe(200);
});

test('an oversized body that has arrived in full does not block the next request', async () => {
  const connection = await openConnection(site);
  const body = 'x'.repeat(20_000);
  connection.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  connection.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(statusesOf(await connection.closed())).toEqual([413, 200]);
});

test('a client that keeps sending after the response is disconnected', async () => {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const connection = await openConnection(site);
  const [served] = await accepted;
  connection.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = `${CHUNK_BYTES.toString(16)}\r\n${'x'.repeat(CHUNK_BYTES)}\r\n`;
  const send = () => {
    while (connection.socket.writable && connection.socket.write(chunk));
  };
  connection.socket.on('drain', send);
  send();
  await connection.closed();
  expect(served.bytesRead).toBeLessThan(20_000_000);
});
