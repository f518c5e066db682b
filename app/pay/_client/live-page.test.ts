import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LivePage } from './live-page';

const LOOK_LIMIT_MS = 10_000;
const NEXT_LOOK_MS = 60_000;

interface Source {
  onerror?: () => void;
  dispatchEvent(event: Event): boolean;
}

let sources: Source[];
let answers: (() => Response | Promise<Response>)[];
let updates: unknown[];
let reached: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  [answers, updates, reached] = [[], [], []];
  sources = [];
  // No event arrives, as behind many proxies.
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      onerror?: () => void;
      constructor() {
        super();
        sources.push(this);
      }
      close(): void {}
    },
  );
  const page = { hidden: false, baseURI: 'https://pay.example/pay/co_x' };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    const answer = answers.shift()?.() ?? Response.json({ tag: 'new' });
    // A browser's signal aborts the body too.
    signal?.addEventListener('abort', () => cutOff?.(signal.reason));
    return answer;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

let cutOff: ((reason: unknown) => void) | undefined;

/** A response that stalls halfway through its body. */
const stalled = () =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"tag":'));
        cutOff = (reason) => controller.error(reason);
      },
    }),
  );

const openPage = () =>
  new LivePage({
    tag: () => 'old',
    settled: () => false,
    onUpdate: (update) => updates.push(update),
    onReach: (isReached) => reached.push(isReached),
  });

test('a page gives up on a stalled response and polls again', async () => {
  answers = [stalled];
  void openPage().look();
  await vi.advanceTimersByTimeAsync(LOOK_LIMIT_MS - 1);
  expect(updates).toEqual([]);
  await vi.advanceTimersByTimeAsync(NEXT_LOOK_MS + 1);
  expect(updates[0]).toEqual({ tag: 'new' });
  expect(reached.at(-1)).toBe(true);
});

test('a page whose event stream is refused retries with increasing delays, and polls every few seconds', async () => {
  openPage();
  const asked: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const [before, since] = [sources.length, Date.now()];
    sources.at(-1)?.onerror?.();
    while (sources.length === before) await vi.advanceTimersByTimeAsync(100);
    asked.push(Date.now() - since);
  }
  expect(asked[3]).toBeGreaterThan((asked[0] ?? 0) * 4);
  expect(Math.max(...asked)).toBeLessThanOrEqual(90_100);
  const seconds = asked.reduce((sum, ms) => sum + ms) / 1_000;
  expect(updates.length).toBeGreaterThan(seconds / 4);
});

test('a page that loses its event stream reconnects soon', async () => {
  openPage();
  sources[0]?.dispatchEvent(new Event('beat'));
  sources[0]?.onerror?.();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sources.length).toBeGreaterThan(1);
});

test('a page whose events are buffered by a proxy polls every few seconds', async () => {
  openPage();
  await vi.advanceTimersByTimeAsync(55_000);
  expect(updates.length).toBeGreaterThan(15);
  expect(sources.length).toBeLessThanOrEqual(7);
});

test('a page that receives no heartbeats polls every few seconds, and reconnects', async () => {
  openPage();
  sources[0]?.dispatchEvent(new Event('beat'));
  await vi.advanceTimersByTimeAsync(24_000);
  expect([updates.length, sources.length]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(updates.length).toBeGreaterThan(4);
  expect(sources.length).toBeGreaterThan(1);
});

test('a page does not poll while it gets events', async () => {
  openPage();
  for (let second = 0; second < 55; second += 5) {
    sources[0]?.dispatchEvent(new Event('beat'));
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(updates).toEqual([]);
});

test('the response to a poll is discarded if an event arrived during the poll', async () => {
  const live = openPage();
  answers = [
    () => {
      sources[0]?.dispatchEvent(new MessageEvent('slip', { data: '{"tag":"told"}' }));
      return Response.json({ tag: 'asked before' });
    },
  ];
  await live.look();
  expect(updates).toEqual([{ tag: 'told' }]);
  await live.look();
  expect(updates.at(-1)).toEqual({ tag: 'new' });
});

test('a poll that starts during another poll uses the other poll’s response', async () => {
  const live = openPage();
  let send = (_answer: Response): void => {};
  answers = [() => new Promise((resolve) => (send = resolve))];
  void live.look();
  const seen = live.look().then(() => updates.at(-1));
  await vi.advanceTimersByTimeAsync(1_000);
  send(Response.json({ tag: 'open again' }));
  expect(await seen).toEqual({ tag: 'open again' });
  expect(updates).toHaveLength(1);
});
