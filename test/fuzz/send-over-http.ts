import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type { FuzzResponse } from './check-answer';
import type { FuzzRequest } from './fuzz-request';

/** Endless streams, which are read only up to a number of bytes. */
const STREAM = /^text\/event-stream/;

/** Sends requests unchanged, unlike `fetch`, which corrects them. */
export function openHttpSender(site: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(site);
  const send = ({ method, path, headers, body }: FuzzRequest): Promise<FuzzResponse> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        { agent, hostname, port, method, path, headers: { ...headers } },
        (response) => readAnswer(response).then(resolve, reject),
      );
      request.on('error', reject);
      request.end(body);
    });
  return { send, close: () => agent.destroy() };
}

function readAnswer(response: IncomingMessage): Promise<FuzzResponse> {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, value?.toString()]),
  );
  const status = response.statusCode ?? 0;
  if (STREAM.test(headers['content-type'] ?? '')) {
    response.destroy();
    return Promise.resolve({ status, headers, text: '' });
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', reject);
    response.on('end', () => resolve({ status, headers, text: Buffer.concat(chunks).toString() }));
  });
}
