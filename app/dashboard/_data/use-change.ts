'use client';

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { type AnswerOf, type Asked, type Changing, callApi } from './call-api';
import { RequestFailed } from './request-failed';

interface Change<E extends Changing, V> {
  /** What the endpoint is asked with, for what was given to `mutate`. */
  readonly ask: (given: V) => Asked<E>;
  /** What is read again afterwards. */
  readonly changes?: readonly QueryKey[];
  /** What to say once it is done; nothing when the page shows it by itself. */
  readonly done?: (answer: AnswerOf<E>) => string;
  /** The page shows what was refused at its fields: no note then. */
  readonly quiet?: boolean;
}

/** Something a person does, once at a time: sent, told as a short note, and read again. */
export function useChange<E extends Changing, V = void>(
  endpoint: E,
  { ask, changes = [], done, quiet = false }: Change<E, V>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: V) => callApi(endpoint, ask(given)),
    onSuccess: async (result) => {
      if (done) toast.success(done(result));
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (quiet) return;
      const failed = error instanceof RequestFailed ? error : undefined;
      toast.error(failed?.message ?? 'That did not work. Reload the page and try again.', {
        ...(failed?.requestId && { description: `Request ${failed.requestId}` }),
      });
    },
  });
}
