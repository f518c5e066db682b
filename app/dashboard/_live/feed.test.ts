import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '@/lib/domain/change';
import { Feed } from './feed';

/** The browser around the tabs: streams, locks and channels, which are not part of Node.js. */
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

class Channel {
  onmessage?: (event: { data: unknown }) => void;
  constructor() {
    channels.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this) other.onmessage?.({ data });
  }
  close(): void {
    channels.delete(this);
  }
}

/** Grants the lock to one at a time, in the order of requests. */
function locks() {
  let held: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, { signal }: { signal: AbortSignal }, work: () => unknown) => {
      const granted = held.then(() => (signal.aborted ? undefined : work()));
      held = granted;
      return granted;
    },
  };
}

interface Tab {
  readonly feed: Feed;
  readonly told: Change[];
  live: boolean;
}

let sources: Source[];
let channels: Set<Channel>;
let tabs: Tab[];
let page: EventTarget & { hidden: boolean };

beforeEach(() => {
  vi.useFakeTimers();
  [sources, channels, tabs] = [[], new Set(), []];
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { locks: locks() });
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('dispatchEvent', target.dispatchEvent.bind(target));
});
afterEach(() => {
  for (const { feed } of tabs) feed.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openTab(): Promise<Tab> {
  const tab: { feed?: Feed; told: Change[]; live: boolean } = { told: [], live: false };
  tab.feed = new Feed({
    onChanges: (changes) => tab.told.push(...changes),
    onLive: (live) => {
      tab.live = live;
    },
  });
  tabs.push(tab as Tab);
  await settle();
  return tab as Tab;
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const streams = () => sources.filter(({ closed }) => !closed);
const newest = () => sources.at(-1) as Source;

describe('a tab', () => {
  test('is live once its stream says something, and is told each change', async () => {
    const tab = await openTab();
    expect(tab.live).toBe(false);
    newest().say('changed', 'all');
    expect([tab.live, tab.told]).toEqual([true, ['all']]);
    newest().say('changed', 'payment pay_1\nkeys');
    newest().say('beat');
    expect(tab.told).toEqual(['all', 'payment pay_1', 'keys']);
  });

  test('opens another stream when its own says nothing, and reads everything again', async () => {
    const tab = await openTab();
    newest().say('changed', 'all');
    await vi.advanceTimersByTimeAsync(20_000);
    newest().say('beat');
    await vi.advanceTimersByTimeAsync(20_000);
    expect([sources.length, tab.live]).toEqual([1, true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([streams().length, sources.length, tab.live]).toEqual([1, 2, false]);
    expect(tab.told).toEqual(['all', 'all']);
    newest().say('changed', 'all');
    expect([tab.live, tab.told.length]).toEqual([true, 3]);
  });

  test('asks for a stream that it does not get less and less often, and at once when online again', async () => {
    await openTab();
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

  test('in the background has no stream, and gets one when it becomes visible', async () => {
    const tab = await openTab();
    newest().say('changed', 'all');
    page.hidden = true;
    page.dispatchEvent(new Event('visibilitychange'));
    expect([streams().length, tab.live]).toEqual([0, false]);
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(streams().length).toBe(1);
    newest().say('changed', 'all');
    expect([tab.live, tab.told]).toEqual([true, ['all', 'all']]);
  });
});

describe('two tabs', () => {
  test('share one stream, and both are told', async () => {
    const [first, second] = [await openTab(), await openTab()];
    expect(streams().length).toBe(1);
    newest().say('changed', 'all');
    newest().say('changed', 'payment pay_1');
    for (const tab of [first, second]) {
      expect([tab.live, tab.told]).toEqual([true, ['all', 'payment pay_1']]);
    }
  });

  test('a later one is live at once, and reads everything first', async () => {
    await openTab();
    newest().say('changed', 'all');
    const second = await openTab();
    expect([second.live, second.told]).toEqual([true, ['all']]);
  });

  test('the second takes over when the first closes, and when it is lost says so to both', async () => {
    const [first, second] = [await openTab(), await openTab()];
    newest().say('changed', 'all');
    newest().onerror?.();
    expect([first.live, second.live]).toEqual([false, false]);
    first.feed.close();
    await settle();
    expect(streams().length).toBe(1);
    newest().say('changed', 'all');
    expect([first.live, second.live]).toEqual([false, true]);
  });

  test('without locks have a stream each, and one that is refused hears the other', async () => {
    vi.stubGlobal('navigator', {});
    const [, second] = [await openTab(), await openTab()];
    expect(streams().length).toBe(2);
    sources[1]?.onerror?.();
    sources[0]?.say('changed', 'all');
    sources[0]?.say('changed', 'payment pay_1');
    expect([second.live, second.told]).toEqual([true, ['all', 'payment pay_1']]);
  });
});
