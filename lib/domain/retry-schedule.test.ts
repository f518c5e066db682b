import { describe, expect, it } from 'vitest';
import { nextTryAt, RETRY_WINDOW_MS } from './retry-schedule';

const start = new Date('2026-01-01T00:00:00.000Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const HALFWAY = 0.5;

describe('nextTryAt', () => {
  it('waits 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, 4 h, 8 h and then 12 h each time', () => {
    const waits = Array.from({ length: 12 }, (_, i) => {
      const next = nextTryAt(i + 1, start, start, HALFWAY);
      return next ? (next.getTime() - start.getTime()) / 1_000 : null;
    });
    expect(waits).toEqual([
      5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200, 43_200, 43_200,
    ]);
  });

  it('moves a try by at most a tenth of its wait', () => {
    expect(nextTryAt(3, start, start, 0)).toEqual(at(108_000));
    expect(nextTryAt(3, start, start, 1)).toEqual(at(132_000));
  });

  it('waits as long as the receiver asks, up to a day', () => {
    expect(nextTryAt(1, start, start, HALFWAY, 90_000)).toEqual(at(90_000));
    expect(nextTryAt(1, start, start, HALFWAY, 500_000_000)).toEqual(at(86_400_000));
  });

  it('never comes sooner because the receiver asks for less', () => {
    expect(nextTryAt(5, start, start, HALFWAY, 1_000)).toEqual(at(1_800_000));
    expect(nextTryAt(5, start, start, HALFWAY, -1_000)).toEqual(at(1_800_000));
  });

  it('gives up when the next try would fall after ten days', () => {
    expect(nextTryAt(28, start, at(RETRY_WINDOW_MS - 43_200_000), HALFWAY)).toEqual(
      at(RETRY_WINDOW_MS),
    );
    expect(nextTryAt(28, start, at(RETRY_WINDOW_MS - 43_199_999), HALFWAY)).toBeNull();
  });

  it('makes 28 tries in ten days when every wait is the middle one', () => {
    let tries = 0;
    let next: Date | null = start;
    while (next) {
      tries++;
      next = nextTryAt(tries, start, next, HALFWAY);
    }
    expect(tries).toBe(28);
  });
});
