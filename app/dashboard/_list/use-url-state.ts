import {
  type SetValues,
  type UseQueryStatesKeysMap,
  type UseQueryStatesOptions,
  useQueryStates,
  type Values,
} from 'nuqs';
import { useCallback } from 'react';

type Change<Parsers extends UseQueryStatesKeysMap> = Partial<{
  [Name in keyof Parsers]: Values<Parsers>[Name] | null;
}>;

/** Scrolls to the top, and lets Back return to the previous page of the list. */
export const PAGE_CHANGE_OPTIONS = { history: 'push', scroll: true } as const;

/**
 * Reads and writes a list's state in the URL. Each change writes the whole state: while the router
 * renders, it may reset the URL to an earlier state, which a partial change would keep.
 */
export function useUrlState<Parsers extends UseQueryStatesKeysMap>(
  parsers: Parsers,
  options?: Partial<UseQueryStatesOptions<Parsers>>,
) {
  const [state, setState] = useQueryStates(parsers, options);
  const change = useCallback(
    (part: Change<Parsers> | null, how?: Parameters<SetValues<Parsers>>[1]) =>
      void setState(part && ((now) => ({ ...now, ...part })), how),
    [setState],
  );
  return [state, change] as const;
}
