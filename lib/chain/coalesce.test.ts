import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coalesce } from './coalesce';

const TIMING = { firstMs: 100, longestMs: 2_000 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('calls', () => {
  it('act at once, and once for all in the pause that follows', () => {
    let acts = 0;
    const { call } = coalesce(() => {
      acts += 1;
    }, TIMING);
    call();
    expect(acts).toBe(1);
    for (let n = 0; n < 50; n += 1) call();
    expect(acts).toBe(1);
    vi.advanceTimersByTime(100);
    expect(acts).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect(acts).toBe(2);
    call();
    expect(acts).toBe(3);
  });

  it('that never end act ever more rarely, down to every two seconds', () => {
    const acts: number[] = [];
    const { call } = coalesce(() => acts.push(Date.now()), TIMING);
    for (let ms = 0; ms < 60_000; ms += 1) {
      call();
      vi.advanceTimersByTime(1);
    }
    const gaps = acts.slice(1).map((at, index) => at - (acts[index] ?? 0));
    expect(gaps.slice(0, 5)).toEqual([100, 200, 400, 800, 1_600]);
    expect(new Set(gaps.slice(5))).toEqual(new Set([2_000]));
  });

  it('do nothing after closing, which leaves no timer', () => {
    let acts = 0;
    const { call, close } = coalesce(() => {
      acts += 1;
    }, TIMING);
    call();
    call();
    close();
    expect(vi.getTimerCount()).toBe(0);
    call();
    vi.advanceTimersByTime(10_000);
    expect(acts).toBe(1);
  });
});
