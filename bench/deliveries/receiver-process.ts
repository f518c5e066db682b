import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Responds with 204 to every POST, immediately or after `delayMs`. `GET /ports` returns `count`
 * more ports, each of which is an endpoint.
 */
const [port, count = '0', delayMs = '0'] = process.argv.slice(2);

const answer: RequestListener = (request, response) => {
  if (request.url === '/ports') return void response.end(JSON.stringify(ports));
  request.resume();
  request.once('end', () => {
    response.statusCode = 204;
    if (delayMs === '0') response.end();
    else setTimeout(() => response.end(), Number(delayMs));
  });
};

async function listen(on: number): Promise<number> {
  const server = createServer(answer).listen(on, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const ports = await Promise.all(Array.from({ length: Number(count) }, () => listen(0)));
await listen(Number(port));
process.once('disconnect', () => process.exit(0));
