import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DashboardChange } from '@/lib/domain/change';
import { openFeed } from './feed';

/** Node.js has no EventSource. */
class Source extends EventTarget {
  onerror?: () => void;
  closed = false;
  constructor() {
    super();
    sources.push(this);
  }
  say(event: string, data = ''): void {
    this.dispatchEvent(new MessageEvent(event, { data }));
  }
  close(): void {
    this.closed = true;
  }
}

interface Tab {
  readonly received: DashboardChange[];
  live: boolean;
}

let sources: Source[];
let close: () => void;
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('document', page);
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
});
afterEach(() => {
  close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openTab(): Tab {
  const tab: Tab = { received: [], live: false };
  close = openFeed({
    onChanges: (changes) => tab.received.push(...changes),
    onLive: (live) => {
      tab.live = live;
    },
  });
  return tab;
}

const streams = () => sources.filter(({ closed }) => !closed);
const newest = () => sources.at(-1) as Source;

test('a tab is live after the first message of its stream, and then receives each change', async () => {
  const tab = openTab();
  expect(tab.live).toBe(false);
  newest().say('changed', 'all');
  expect([tab.live, tab.received]).toEqual([true, ['all']]);
  newest().say('changed', 'payment pay_1\nkeys');
  newest().say('beat');
  expect(tab.received).toEqual(['all', 'payment pay_1', 'keys']);
});

test('if the stream of a tab stays silent, the tab opens a new stream and refetches everything', async () => {
  const tab = openTab();
  newest().say('changed', 'all');
  await vi.advanceTimersByTimeAsync(20_000);
  newest().say('beat');
  await vi.advanceTimersByTimeAsync(20_000);
  expect([sources.length, tab.live]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([streams().length, sources.length, tab.live]).toEqual([1, 2, false]);
  expect(tab.received).toEqual(['all', 'all']);
  newest().say('changed', 'all');
  expect([tab.live, tab.received.length]).toEqual([true, 3]);
});

test('a tab reconnects its stream after increasing delays, and immediately when back online', async () => {
  openTab();
  const asked = [];
  for (let round = 0; round < 8; round += 1) {
    newest().onerror?.();
    const before = sources.length;
    const since = Date.now();
    while (sources.length === before) await vi.advanceTimersByTimeAsync(100);
    asked.push(Date.now() - since);
  }
  expect(asked[3]).toBeGreaterThan((asked[0] ?? 0) * 4);
  expect(Math.max(...asked)).toBeLessThanOrEqual(90_100);
  newest().onerror?.();
  const before = sources.length;
  dispatchEvent(new Event('online'));
  expect(sources.length).toBe(before + 1);
});

test('a tab in the background closes its stream, and opens a stream when it becomes visible', async () => {
  const tab = openTab();
  newest().say('changed', 'all');
  page.hidden = true;
  page.dispatchEvent(new Event('visibilitychange'));
  expect([streams().length, tab.live]).toEqual([0, false]);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  expect(streams().length).toBe(1);
  newest().say('changed', 'all');
  expect([tab.live, tab.received]).toEqual([true, ['all', 'all']]);
});
