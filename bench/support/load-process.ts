import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import type { LoadTestOptions, LoadTestResult } from './load';
import { quantile } from './spread';

/** Parses just enough HTTP to find the end of each response on a connection. */
class AnswerReader {
  #pending = '';

  /**
   * Removes the next response and returns its status. Returns undefined until a response is
   * complete.
   */
  read(chunk: string): number | undefined {
    this.#pending += chunk;
    const head = this.#pending.indexOf('\r\n\r\n');
    if (head < 0) return undefined;
    const headers = this.#pending.slice(0, head).toLowerCase();
    const body = head + 4;
    const length = /\r\ncontent-length: (\d+)/.exec(headers)?.[1];
    const end =
      length === undefined
        ? this.#pending.endsWith('0\r\n\r\n') && this.#pending.length
        : body + Number(length) <= this.#pending.length && body + Number(length);
    if (!end) return undefined;
    this.#pending = this.#pending.slice(end);
    return Number(headers.slice(9, 12));
  }
}

/** Returns a function that builds the raw request. Parts that never differ are built only once. */
function messages(request: LoadTestOptions): () => Buffer {
  const { pathname, search, host } = new URL(request.url);
  const body = Buffer.from(request.body ?? '');
  const fields = {
    host,
    ...(body.length > 0
      ? { 'content-type': 'application/json', 'content-length': String(body.length) }
      : {}),
    ...request.headers,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${request.method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}`;
  const { uniqueHeader } = request;
  if (uniqueHeader === undefined) {
    const bytes = Buffer.concat([Buffer.from(`${head}\r\n`), body]);
    return () => bytes;
  }
  return () =>
    Buffer.concat([Buffer.from(`${head}${uniqueHeader}: ${randomUUID()}\r\n\r\n`), body]);
}

function drive(
  request: LoadTestOptions,
  message: () => Buffer,
  until: number,
  times: number[],
): Promise<void> {
  const { hostname, port } = new URL(request.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const reader = new AnswerReader();
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(message());
    };
    socket.setEncoding('latin1');
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk: string) => {
      const status = reader.read(chunk);
      if (status === undefined) return;
      if (status !== request.status) return reject(new Error(`a response had status ${status}`));
      const now = performance.now();
      times.push(now - sentAt);
      if (now < until) return send();
      socket.removeAllListeners('close');
      socket.end();
      resolve();
    });
  });
}

async function run(request: LoadTestOptions): Promise<LoadTestResult> {
  const message = messages(request);
  const times: number[] = [];
  const began = performance.now();
  const until = began + request.seconds * 1_000;
  await Promise.all(
    Array.from({ length: request.connections }, () => drive(request, message, until, times)),
  );
  const seconds = (performance.now() - began) / 1_000;
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    requests: times.length,
  };
}

process.once('message', (request: LoadTestOptions) => {
  run(request)
    .catch((error: Error) => ({ error: error.message }))
    .then((result) => process.send?.(result));
});
