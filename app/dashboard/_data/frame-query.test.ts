import { afterEach, expect, test } from 'vitest';
import { setLive } from '../_live/live-state';
import { frameQuery } from './queries';

afterEach(() => setLive(false));

test('the state of the chain is refetched every minute, even while changes are pushed', () => {
  const interval = frameQuery().refetchInterval as (read: {
    readonly state: { readonly error: Error | null };
  }) => number | false;
  expect(interval({ state: { error: null } })).toBe(15_000);
  setLive(true);
  expect(interval({ state: { error: null } })).toBe(60_000);
});
