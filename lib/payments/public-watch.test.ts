import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageWatch } from './public-watch';

type Shown = { readonly id: string };
let watch: PageWatch<Shown>;

beforeEach(() => {
  watch = new PageWatch<Shown>({
    read: async () => [],
    idOf: ({ id }) => id,
    listen: async () => {},
    onError: (error) => {
      throw error;
    },
  });
});

afterEach(() => watch.close());

function open(client: string, onClose = () => {}): () => void {
  const about = { id: 'co_of_one', network: 'regtest', client } as const;
  const end = watch.watch({ ...about, onMove: () => {}, onClose });
  if (typeof end === 'string') throw new Error(`no room: ${end}`);
  return end;
}

it('other work can run before all pages of a payment have got a change', async () => {
  const pages = 40;
  let shown = 0;
  const busy = new PageWatch<Shown>({
    read: async (ids) => ids.map((id) => ({ id })),
    idOf: ({ id }) => id,
    listen: async () => {},
    onError: (error) => {
      throw error;
    },
  });
  for (let client = 0; client < pages; client += 1) {
    const about = { id: 'co_of_one', network: 'regtest', client: `192.0.2.${client}` } as const;
    busy.watch({ ...about, onMove: () => (shown += 1), onClose: () => {} });
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown).toBeLessThan(pages);
  await vi.waitFor(() => expect(shown).toBe(pages));
  busy.close();
});

describe('a payment page over a limit', () => {
  function fill(client: string, payment: (page: number) => string) {
    const ends: (() => void)[] = [];
    for (let page = 0; page < 10_000; page += 1) {
      const about = { id: payment(page), network: 'regtest', client } as const;
      const end = watch.watch({ ...about, onMove: () => {}, onClose: () => {} });
      if (typeof end === 'string') return { ends, why: end };
      ends.push(end);
    }
    return { ends, why: 'never' };
  }

  it('a payment page is refused when one client has too many pages open', () => {
    const first = fill('192.0.2.1', (page) => `co_${page}`);
    expect(first.why).toBe('client');
    expect(first.ends.length).toBeGreaterThanOrEqual(100);
    for (let client = 2; client < 20; client += 1) {
      expect(fill(`192.0.2.${client}`, (page) => `co_${page}`).ends.length).toBe(first.ends.length);
    }
    first.ends[0]?.();
    first.ends[0]?.();
    open('192.0.2.1');
    expect(() => open('192.0.2.1')).toThrow('no room: client');
  });

  it('a payment page is refused when its payment has too many pages open', () => {
    let pages = 0;
    const page = () => open(`192.0.2.${pages % 250}`);
    expect(() => {
      for (; pages < 1_000; pages += 1) page();
    }).toThrow('no room: payment');
    expect(pages).toBeGreaterThanOrEqual(20);
    const other = fill('192.0.2.255', (nth) => `co_${nth}`);
    expect(other.why).toBe('client');
  });
});

it('a stopping process closes every open page and accepts no new page', () => {
  let closed = 0;
  const onClose = () => {
    closed += 1;
  };
  open('192.0.2.1', onClose);
  open('192.0.2.1', onClose);
  watch.close();
  expect(closed).toBe(2);
  expect(() => open('192.0.2.1')).toThrow('no room: server');
});

it('a database outage is reported once, and open pages read their payment again afterwards', async () => {
  vi.useFakeTimers();
  let [isAway, reads, errors] = [true, 0, 0];
  let notify = (_checkoutId?: string) => {};
  const own = new PageWatch<Shown>({
    idOf: ({ id }) => id,
    read: async () => {
      if (isAway) throw new Error('The database is away.');
      reads += 1;
      return [];
    },
    listen: async (onNotify) => {
      notify = onNotify;
    },
    onError: () => {
      errors += 1;
    },
  });
  const about = { id: 'co_of_one', network: 'regtest', client: '192.0.2.1' } as const;
  own.watch({ ...about, onMove: () => {}, onClose: () => {} });
  notify('co_of_one');
  await vi.advanceTimersByTimeAsync(300_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  own.close();
  expect({ reads, errors }).toEqual({ reads: 1, errors: 1 });
});
