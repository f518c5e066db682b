import { beforeEach, expect, test } from 'vitest';
import { createBodyStream } from './create-body-stream';

let broken: unknown[];
const onBreak = (error: unknown) => broken.push(error);
beforeEach(() => {
  broken = [];
});

test('all parts of a streamed body arrive in order', async () => {
  const body = await createBodyStream(async (write) => {
    for (const part of ['a', 'b', '', 'c']) await write(part);
  }, onBreak);
  expect(await new Response(body).text()).toBe('abc');
});

test('a streamed body may have a single part', async () => {
  expect(await new Response(await createBodyStream((write) => write('a'), onBreak)).text()).toBe(
    'a',
  );
});

test('if an error occurs before the second part, streamText rejects, so the server can send an error response', async () => {
  const failing = createBodyStream(async (write) => {
    await write('head');
    throw new Error('no database');
  }, onBreak);
  await expect(failing).rejects.toThrow('no database');
  expect(broken).toEqual([]);
});

test('if an error occurs after the second part, the body ends early and the error is only logged', async () => {
  const body = await createBodyStream(async (write) => {
    await write('head');
    await write('first');
    throw new Error('Failed query: select, params: Jane Doe');
  }, onBreak);
  const text = new Response(body).text();
  await expect(text).rejects.toMatchObject({ name: 'AbortError', message: 'The body broke off.' });
  expect(broken).toEqual([new Error('Failed query: select, params: Jane Doe')]);
});

test('streamText makes the producer wait for a slow reader, and ends it when the reader disconnects', async () => {
  let made = 0;
  let ended: unknown;
  const body = await createBodyStream(async (write) => {
    try {
      for (;;) {
        made += 1;
        await write('x');
      }
    } catch (error) {
      ended = error ?? 'left';
      throw error;
    }
  }, onBreak);
  const reader = body.getReader();
  await reader.read();
  expect(made).toBeLessThan(10);
  await reader.cancel('left');
  await expect.poll(() => ended).toBeDefined();
  expect(broken).toEqual([]);
});
