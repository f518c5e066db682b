import { afterEach, expect, test } from 'vitest';
import { setHasLiveUpdates } from '../_live/live-state';
import { frameQuery } from './queries';

afterEach(() => setHasLiveUpdates(false));

test('the state of the chain is refetched every minute, even while changes are pushed', () => {
  const interval = frameQuery().refetchInterval as (read: {
    readonly state: { readonly error: Error | null };
  }) => number | false;
  expect(interval({ state: { error: null } })).toBe(15_000);
  setHasLiveUpdates(true);
  expect(interval({ state: { error: null } })).toBe(60_000);
});
