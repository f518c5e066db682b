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

/** How a list goes to another page of its own: from the top, and Back returns. */
export const TO_PAGE = { history: 'push', scroll: true } as const;

/**
 * The state of a list in its URL. A change writes all of it: the router sets the URL back to an
 * earlier one while it renders that, and what a change took over from there would undo the last.
 */
export function useUrlState<Parsers extends UseQueryStatesKeysMap>(
  parsers: Parsers,
  options?: Partial<UseQueryStatesOptions<Parsers>>,
) {
  const [state, setState] = useQueryStates(parsers, options);
  const change = useCallback(
    /** With `null` nothing stays set. */
    (part: Change<Parsers> | null, how?: Parameters<SetValues<Parsers>>[1]) =>
      void setState(part && ((now) => ({ ...now, ...part })), how),
    [setState],
  );
  return [state, change] as const;
}
