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

/** Options for going to another page of a list: scroll to the top, and let Back return. */
export const TO_PAGE = { history: 'push', scroll: true } as const;

/**
 * Returns the state of a list from its URL, and a function that changes it. A change writes the
 * whole state: the router may reset the URL to an earlier state while it renders, and a partial
 * change would then restore that state.
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
