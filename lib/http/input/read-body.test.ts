import { expect, test } from 'vitest';
import type { ApiRequest } from '@/lib/http/api-request';
import { readJsonBody, readOptionalJsonBody } from '@/lib/http/input/read-body';

function requestOf(body: ApiRequest['body'], headers: Record<string, string> = {}): ApiRequest {
  return {
    method: 'POST',
    path: '/',
    query: new URLSearchParams(),
    headers: new Map(Object.entries({ 'content-type': 'application/json', ...headers })),
    body,
    peer: '127.0.0.1',
  };
}

test('a request body may arrive in any number of pieces, split anywhere', async () => {
  const bytes = new TextEncoder().encode('{"reference":"ü€🧾"}');
  async function* pieces() {
    for (const byte of bytes) yield Uint8Array.of(byte);
  }
  expect(await readJsonBody(requestOf(pieces()))).toEqual({ reference: 'ü€🧾' });
});

test('an endless request body is rejected at 16 KiB', async () => {
  let sent = 0;
  let canceled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        sent += 1_024;
        controller.enqueue(new Uint8Array(1_024));
      },
      cancel: () => {
        canceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  await expect(readJsonBody(requestOf(stream))).rejects.toThrow('body_too_large');
  expect(sent).toBe(17 * 1_024);
  expect(canceled).toBe(false);
});

test('a truncated request body is a malformed request, not an internal error', async () => {
  // biome-ignore lint/correctness/useYield: it fails before its first chunk
  async function* broken(): AsyncGenerator<Uint8Array> {
    throw new Error('aborted');
  }
  await expect(readJsonBody(requestOf(broken()))).rejects.toThrow('malformed_json');
});

test('an optional request body may be empty, with any content type', async () => {
  async function* empty() {
    yield new Uint8Array();
  }
  const plain = { 'content-type': 'text/plain' };
  expect(await readOptionalJsonBody(requestOf(undefined, plain))).toBeUndefined();
  expect(await readOptionalJsonBody(requestOf(empty(), plain))).toBeUndefined();
});
