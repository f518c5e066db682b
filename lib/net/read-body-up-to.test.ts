import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readBodyUpTo } from './read-body-up-to';

test('reading an endless body ends at the request’s timeout, even during garbage collection', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const server = createServer((_, response) => {
    response.flushHeaders();
    const bytes = setInterval(() => response.write('x'), 10);
    response.once('close', () => clearInterval(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const collecting = setInterval(collect, 20);
  const read = async () => {
    const signal = AbortSignal.timeout(500);
    const { port } = server.address() as AddressInfo;
    return readBodyUpTo(await fetch(`http://127.0.0.1:${port}`, { signal }), 1_000_000, signal);
  };
  await expect(read()).rejects.toThrow(/timeout/);
  clearInterval(collecting);
  await new Promise((resolve) => server.close(resolve));
});
