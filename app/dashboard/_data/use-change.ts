'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/app/_ui/toast';
import {
  type ApiEndpointInput,
  type ApiEndpointResponse,
  type ChangeEndpoint,
  callApi,
} from './call-api';
import { isSignedOutError, RequestError } from './request-error';
import { retryWithFactor } from './retry-with-factor';

interface Undoable {
  readonly text: string;
  readonly undo: () => void;
}

interface Change<E extends ChangeEndpoint, V> {
  /** Converts the argument of `mutate` to the endpoint's input. */
  readonly ask: (given: V) => ApiEndpointInput<E>;
  /** Returns the text of the success toast; undefined for no toast. */
  readonly done?: (answer: ApiEndpointResponse<E>) => string | Undoable | undefined;
  /** Whether callbacks run before the refetch, for pages that show the response themselves. */
  readonly answerFirst?: boolean;
  /** Set to false for a request that changes nothing that a page shows. */
  readonly refetches?: boolean;
  /** Turns off the error toast, for forms that show errors at their fields. */
  readonly quiet?: boolean;
}

/**
 * Returns a mutation that asks for a password or code if the server demands one, shows the result
 * in a toast, and refetches all queries of the open page.
 */
export function useChange<E extends ChangeEndpoint, V = void>(
  endpoint: E,
  { ask, done, answerFirst = false, refetches = true, quiet = false }: Change<E, V>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: V) => retryWithFactor(() => callApi(endpoint, ask(given))),
    onSuccess: async (result) => {
      const shown = done?.(result);
      if (typeof shown === 'string') toast.success(shown);
      else if (shown) toast.success(shown.text, { undo: shown.undo });
      if (!refetches) return;
      const reads = client.invalidateQueries();
      if (!answerFirst) await reads;
    },
    onError: (error) => {
      if (quiet || isSignedOutError(error)) return;
      const failed = error instanceof RequestError ? error : undefined;
      toast.error(failed?.message ?? 'The request failed. Reload the page and try again.', {
        ...(failed?.requestId && { description: `Request ${failed.requestId}` }),
      });
    },
  });
}
